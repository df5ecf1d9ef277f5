const verbs: Readonly<Record<string, string>> = {
  create: "Creating",
  get: "Reading",
  list: "Listing",
  update: "Updating",
  delete: "Deleting",
  export: "Exporting",
};

/**
 * The message of an error of the platform: what was tried, in words, then what happened. The operation id follows, for
 * the platform's support: `Creating the node failed: cloud: is unknown (createNodeV2, 400).`
 *
 * @param happened continues the words, for example ` failed: Busy.`
 */
export function tell(id: string, happened: string, status?: number): string {
  const [verb = "", ...object] = id.replace(/V\d$/, "").split(/(?=[A-Z])/);
  const tried = `${verbs[verb] ?? verb} the ${object.join(" ").toLowerCase()}`;
  return `${tried}${happened.replace(/\.$/, "")} (${id}${status === undefined ? "" : `, ${status}`}).`;
}
