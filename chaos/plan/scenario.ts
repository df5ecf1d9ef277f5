/** What a round does to a stack while things go wrong. */
export type Scenario = "create" | "delete first" | "destroy" | "finish" | "forced" | "refresh" | "rename" | "replace";
