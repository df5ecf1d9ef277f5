/** The user who created an object. What is not known is absent. */
export interface CreatorInfo {
  /** Id of the user, for example `UR-123-456-789`. */
  readonly id?: string | undefined;
  /** E-mail address. */
  readonly email?: string | undefined;
  /** First name. */
  readonly firstName?: string | undefined;
  /** Last name. */
  readonly lastName?: string | undefined;
  /** The organization that the user belongs to. */
  readonly organization?: CreatorOrganization | undefined;
}

/** The organization of a {@link CreatorInfo}. */
export interface CreatorOrganization {
  /** For example `RG-123-456`. */
  readonly id?: string | undefined;
  /** Its name. */
  readonly name?: string | undefined;
}
