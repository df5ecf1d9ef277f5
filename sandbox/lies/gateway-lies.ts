import type { ServerResponse } from "node:http";
import { isObject, parseJsonOrText } from "../base/json";
import { jsonAnswer, type ProxyOutcome, textAnswer } from "../proxy/answer";
import { failure } from "./change";
import { type Lies, type LyingRequest, lieFamilies, withRpc } from "./lie";

const rateText = "You've exceeded the RPS limit available on the current plan";
const quotaText = "You've reached your monthly quota of Request Units (RUs)";
const page = "<!DOCTYPE html><html><head><title>Welcome</title></head><body><h1>Please sign in</h1></body></html>";
const hugeBytes = 50_000_000;
const skewMs = 600_000;
const throttled = failure(-32005, "Rate Limit Exceeded", { try_again_in: "123.4ms" });

/** What gateways, proxies and networks between a node and its user do. */
export const gatewayLies: Lies = {
  "throttled-items": {
    summary: "every call gets -32005 with HTTP 200, without Retry-After",
    families: withRpc,
    call: () => throttled,
  },
  "throttled-item": {
    summary: "the last call of each batch gets -32005, with HTTP 200",
    families: withRpc,
    call: (_outcome, { index, count }) => (count > 1 && index === count - 1 ? throttled : undefined),
  },
  "rate-limit": {
    summary: "429 with Retry-After: 1",
    families: lieFamilies,
    instead: () => {
      const answer = jsonAnswer({ error: { code: -32005, message: rateText } }, 429);
      return { ...answer, headers: { ...answer.headers, "retry-after": "1" } };
    },
  },
  "rate-limit-bare": {
    summary: "429 without Retry-After",
    families: lieFamilies,
    instead: () => jsonAnswer({ error: { code: -32005, message: rateText } }, 429),
  },
  quota: {
    summary: "429: the request units of the month are used up",
    families: lieFamilies,
    instead: () => jsonAnswer({ error: { code: -32005, message: quotaText } }, 429),
  },
  "gate-403": {
    summary: "the plan lacks trace methods: a request with one gets HTTP 403 with -32602",
    families: ["evm"],
    instead: (request) =>
      methodsOf(request).some((method) => /^(?:debug|trace|ots)_/.test(method))
        ? jsonAnswer(
            {
              jsonrpc: "2.0",
              id: null,
              error: { code: -32602, message: "Method requires plan upgrade, visit the console" },
            },
            403,
          )
        : undefined,
  },
  "html-page": {
    summary: "200 with a page, as from a captive portal",
    families: lieFamilies,
    instead: () => textAnswer(200, page, "text/html"),
  },
  redirect: {
    summary: "307 to another host: localhost in place of 127.0.0.1, to a path that the request log shows",
    families: lieFamilies,
    instead: ({ port }) => {
      const answer = textAnswer(307, "");
      return { ...answer, headers: { location: `http://localhost:${port}/rpc/REDIRECTED` } };
    },
  },
  trickle: {
    summary: "the body comes at one byte a second, and never ends",
    families: lieFamilies,
    instead: () => ({ stream: trickle }),
  },
  "huge-body": { summary: "a body of 50 MB", families: lieFamilies, instead: () => ({ stream: sendHuge }) },
  "clock-skew": {
    summary: "the header Date is 10 minutes behind",
    families: lieFamilies,
    whole: (answer, { nowMs }) => {
      return { ...answer, headers: { ...answer.headers, date: new Date(nowMs - skewMs).toUTCString() } };
    },
  },
  "silent-socket": {
    summary: "WebSockets accept subscriptions and answer pings, but send no events",
    families: ["evm", "polkadot", "solana"],
    isMute: true,
  },
};

function methodsOf({ body }: LyingRequest): readonly string[] {
  const value = parseJsonOrText(body);
  return (Array.isArray(value) ? value : [value]).flatMap((call: unknown) =>
    isObject(call) && typeof call.method === "string" ? [call.method] : [],
  );
}

/** Ends when the client gives up. */
function trickle(response: ServerResponse): Promise<ProxyOutcome> {
  return new Promise((resolve) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[");
    const timer = setInterval(() => response.write(" "), 1000).unref();
    response.once("close", () => {
      clearInterval(timer);
      resolve("hung");
    });
  });
}

function sendHuge(response: ServerResponse): Promise<ProxyOutcome> {
  return new Promise((resolve) => {
    response.once("close", () => resolve(response.writableFinished ? 200 : "hung"));
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"jsonrpc":"2.0","id":1,"result":"');
    const chunk = Buffer.alloc(65_536, "a");
    let left = hugeBytes;
    const fill = () => {
      while (left > 0) {
        left -= chunk.length;
        if (!response.write(chunk)) {
          response.once("drain", fill);
          return;
        }
      }
      response.end('"}');
    };
    fill();
  });
}
