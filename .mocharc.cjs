// Mocha adds the files that it is given to those of `spec`: whoever names some wants these alone.
const isNamed = process.argv.slice(2).some((argument) => /\.test\.ts$|\*/.test(argument));

module.exports = {
  "node-option": ["import=tsx"],
  require: ["./test/support/fixed-seed.ts"],
  spec: isNamed ? [] : ["test/**/*.test.ts"],
  timeout: 20_000,
  slow: 2_000,
  forbidOnly: true,
  forbidPending: true,
};
