import type { Clock } from "../base/clock";
import type { Random } from "../base/random";
import type { AccessRule, AccessRuleType } from "./access-rules";
import type { Chain, Placement } from "./catalogue";
import { IdGenerator } from "./id-generator";
import {
  type Account,
  type Deployment,
  type Entity,
  existsAt,
  type Network,
  type Node,
  type NodeSecrets,
  nameAt,
  type Organization,
  type Project,
  type Role,
  type User,
} from "./model";
import { MultiMap } from "./multi-map";
import { UsageLedger } from "./usage";

/** Properties of a new node, besides its network. */
export interface NewNode {
  readonly name: string;
  readonly type: Node["type"];
  readonly placement: Placement;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly deployment: Deployment;
}

/** Called when nodes are created and deleted, so that processes start and stop. */
export interface NodeListener {
  /** A node was created; its process can start. */
  created(node: Node, chain: Chain): void;
  /** A node was deleted; its process must stop. */
  deleted(node: Node): void;
}

/** The objects of the sandbox and the rules of their graph; the rules of the API are elsewhere. */
export class Store {
  readonly organizations = new Map<string, Organization>();
  readonly users = new Map<string, User>();
  readonly accounts = new Map<string, Account>();
  readonly projects = new Map<string, Project>();
  readonly networks = new Map<string, Network>();
  readonly nodes = new Map<string, Node>();
  readonly usage = new UsageLedger();
  readonly clock: Clock;
  /** Networks by project and nodes by network: a list page reads them hundreds of times. */
  readonly #networksIn = new MultiMap<Network>();
  readonly #nodesIn = new MultiMap<Node>();
  readonly #random: Random;
  readonly #ids: IdGenerator;
  readonly #listener: NodeListener;

  constructor(clock: Clock, random: Random, listener: NodeListener) {
    this.clock = clock;
    this.#random = random;
    this.#ids = new IdGenerator(random);
    this.#listener = listener;
  }

  /** Adds an organization. */
  addOrganization(name: string): Organization {
    const organization: Organization = { id: this.#ids.organization(), name };
    this.organizations.set(organization.id, organization);
    return organization;
  }

  /** Adds a key of an organization, with its own user. */
  addAccount(organization: Organization, role: Role = "admin"): Account {
    const id = this.#ids.next("UR", organization.id);
    const user: User = { id, email: `${id.toLowerCase()}@sandbox.test`, firstName: "Sandbox", lastName: "User" };
    const account: Account = { apiKey: this.#random.apiKey(), user, organizationId: organization.id, role };
    this.users.set(user.id, user);
    this.accounts.set(account.apiKey, account);
    return account;
  }

  /** Adds a project. */
  addProject(account: Account, name: string, description: string): Project {
    const project: Project = { ...this.#entity("PR", account, name), description, type: "public", otherMembers: [] };
    this.projects.set(project.id, project);
    return project;
  }

  /** Adds a network without nodes; the caller adds at least one. */
  addNetwork(account: Account, project: Project, chain: Chain): Network {
    const network: Network = {
      ...this.#entity("NW", account, chain.networkName),
      projectId: project.id,
      slug: chain.slug,
      protocol: chain.protocol,
    };
    this.networks.set(network.id, network);
    this.#networksIn.add(project.id, network);
    return network;
  }

  /** The oldest network of a chain in a project, to which v2 nodes are added; created when missing. */
  implicitNetwork(account: Account, project: Project, chain: Chain): Network {
    // A network that is being deleted must not accept a node.
    const present = this.networksOf(project).find(
      (network) => network.slug === chain.slug && network.deletedAt === undefined,
    );
    return present ?? this.addNetwork(account, project, chain);
  }

  /** Adds a node to a network. */
  addNode(account: Account, network: Network, chain: Chain, properties: NewNode): Node {
    const node: Node = {
      ...this.#entity("ND", account, properties.name),
      projectId: network.projectId,
      networkId: network.id,
      slug: network.slug,
      protocol: network.protocol,
      type: properties.type,
      provider: properties.placement.provider,
      region: properties.placement.region,
      cloud: properties.placement.cloud,
      blockchain: properties.placement.cloud === null ? null : chain.blockchain,
      configuration: properties.configuration,
      secrets: [this.newSecrets()],
      deployment: properties.deployment,
      accessRules: new Map(),
    };
    this.nodes.set(node.id, node);
    this.#nodesIn.add(network.id, node);
    this.#listener.created(node, chain);
    return node;
  }

  /** Adds a deactivated access rule to a node. */
  addAccessRule(node: Node, type: AccessRuleType, value: string): AccessRule {
    const createdAt = this.clock.tick();
    const rule: AccessRule = {
      id: this.#ids.next("NAR", node.organizationId),
      nodeId: node.id,
      ...{ type, value, status: "deactivated", createdAt, updatedAt: createdAt },
    };
    node.accessRules.set(rule.id, rule);
    return rule;
  }

  /** Generates credentials of a node. */
  newSecrets(): NodeSecrets {
    return { token: this.#random.hex(32), username: this.#random.words(2), password: this.#random.words(6) };
  }

  /** Renames an object; lists that lag keep showing the old name for a while. */
  rename(entity: Entity, name: string): void {
    entity.names.push({ since: this.clock.tick(), name });
  }

  /** The current name of an object. */
  nameOf(entity: Entity): string {
    return nameAt(entity, this.clock.now());
  }

  /** Deletes a node, and its network after its last node. `delayMs`: how long both stay visible. */
  removeNode(node: Node, delayMs: number): void {
    if (node.deletedAt !== undefined) {
      return;
    }
    const deletedAt = this.clock.tick() + delayMs;
    node.deletedAt = deletedAt;
    this.#listener.deleted(node);
    const network = this.networks.get(node.networkId);
    const others = network === undefined ? [] : this.nodesOf(network);
    if (network !== undefined && others.every((other) => other.deletedAt !== undefined)) {
      network.deletedAt = Math.max(deletedAt, ...others.map((other) => other.deletedAt ?? deletedAt));
    }
  }

  /** Deletes a network and its nodes. */
  removeNetwork(network: Network, delayMs: number): void {
    for (const node of this.nodesOf(network)) {
      this.removeNode(node, delayMs);
    }
    network.deletedAt ??= this.clock.tick() + delayMs;
  }

  /** Deletes a project with its networks and nodes. */
  removeProject(project: Project, delayMs: number): void {
    for (const network of this.networksOf(project)) {
      this.removeNetwork(network, delayMs);
    }
    project.deletedAt ??= this.clock.tick() + delayMs;
  }

  /** Nodes of a network that still exist, in order of creation. */
  nodesOf(network: Network, at = this.clock.now()): Node[] {
    return this.#nodesIn.of(network.id).filter((node) => existsAt(node, at));
  }

  /** Networks of a project that still exist, in order of creation. */
  networksOf(project: Project, at = this.clock.now()): Network[] {
    return this.#networksIn.of(project.id).filter((network) => existsAt(network, at));
  }

  #entity(prefix: "ND" | "NW" | "PR", account: Account, name: string): Entity {
    const createdAt = this.clock.tick();
    return {
      id: this.#ids.next(prefix, account.organizationId),
      organizationId: account.organizationId,
      creatorId: account.user.id,
      createdAt,
      hidden: false,
      names: [{ since: createdAt, name }],
    };
  }
}
