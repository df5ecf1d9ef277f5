// Preloaded into program and provider process: notes where they connect to, and lets them reach this machine only.
const { appendFileSync } = require("node:fs");
const { isIP, Socket } = require("node:net");

const { connect } = Socket.prototype;

Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const options = typeof first === "object" && first !== null ? first : { port: first, host: args[1] };
  const host = options.path === undefined ? (options.host ?? "localhost") : "pipe";
  appendFileSync(process.env.CONNECTIONS_FILE, `${host}:${options.port ?? ""}\n`);
  const isHere = host === "pipe" || host === "localhost" || (isIP(host) === 4 && host.startsWith("127."));
  if (!isHere) {
    this.destroy(new Error(`the network is cut off: ${host}`));
    return this;
  }
  return connect.apply(this, args);
};
