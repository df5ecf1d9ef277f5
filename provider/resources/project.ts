import * as pulumi from "@pulumi/pulumi";
import { type ResourceShape, resourceParts } from "./shape.js";

/** Deadlines, as durations such as `"90s"`, `"20m"` or `"1h30m"`. A change alone is stored without a platform call. */
export interface Timeouts {
  /**
   * How long a create may take, waiting for readiness included; an update that finishes a create has the same time.
   *
   * @default "20m", for dedicated nodes "6h"
   */
  readonly create?: pulumi.Input<string>;
  /** @default "5m" */
  readonly update?: pulumi.Input<string>;
  /**
   * How long to wait until a deleted object is gone.
   *
   * @default "10m"
   */
  readonly delete?: pulumi.Input<string>;
}

/** Arguments of a {@link Project}. */
export interface ProjectArgs {
  /**
   * Name on the platform; names need not be unique there. Changed in place.
   *
   * @default the resource's name and 8 hex digits, for example `payments-1a2b9c8d`
   */
  readonly name?: pulumi.Input<string>;
  /** Free text, changed in place. Without it, what the console says is left alone; taking it away empties it. */
  readonly description?: pulumi.Input<string>;
  /**
   * Kind of project; the platform accepts no other for new ones. Changing this replaces the project.
   *
   * @default "public"
   */
  readonly type?: pulumi.Input<"public">;
  /** Not available yet: refused at preview. Use {@link Project.get} to read a project that exists. */
  readonly adopt?: undefined;
  /** Deadlines; a change alone is stored without a platform call. */
  readonly timeouts?: pulumi.Input<Timeouts>;
}

/**
 * A project: what holds networks and nodes. It can be deleted only when its nodes are gone; those that belong to the
 * same stack go first, any other is named by its id.
 */
export class Project extends pulumi.CustomResource {
  /** Name on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Free text; absent when there is none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** `public`; `consortium` occurs on old projects only. */
  declare readonly type: pulumi.Output<string>;
  /** The argument `timeouts`, as it was written. */
  declare readonly timeouts: pulumi.Output<pulumi.Unwrap<Timeouts> | undefined>;
  /** When it was made: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Id of the organization that it belongs to. Keys of another one are refused. */
  declare readonly organization: pulumi.Output<string>;

  constructor(name: string, args: ProjectArgs = {}, options?: pulumi.CustomResourceOptions) {
    super(...resourceParts(shape, name, args, options));
  }

  /**
   * Reads a project that exists and leaves it alone: it is never changed or deleted by this program.
   *
   * @param id for example `PR-123-456-789`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Project {
    return new Project(name, {}, { ...options, id });
  }
}

const shape: ResourceShape = {
  type: "Project",
  handler: "project",
  outputs: ["name", "description", "type", "timeouts", "createdAt", "organization"],
};
