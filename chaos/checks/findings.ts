/** What can be wrong with a round. */
export type FindingKind =
  /** An object that nobody knows, of a resource that has no other. */
  | "orphan"
  /** An object that nobody knows, of a resource that has another one. */
  | "twin"
  /** A resource whose object does not exist, or that the state does not hold although the program declares it. */
  | "lost"
  /** An entry of the state that the program does not declare, or a second one, or one that waits for its deletion. */
  | "state"
  /** A name on the platform or in the state that is not the wanted one. */
  | "name"
  /** An object in another place than the program asks for. */
  | "placement"
  /** A secret in clear. */
  | "leak"
  /** An object of another team that was touched. */
  | "bystander"
  /** A command that never succeeds, or takes too long. */
  | "stuck"
  /** A second run that still has something to change. */
  | "unsettled"
  /** Something left after a destroy. */
  | "left"
  /** The command `sweep` does not find or remove what it should. */
  | "sweep"
  /** A defect of this suite, or of what it stands on. */
  | "internal";

/** One thing that is wrong. */
export interface Finding {
  readonly kind: FindingKind;
  readonly detail: string;
}
