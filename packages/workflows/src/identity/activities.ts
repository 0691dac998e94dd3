/** Activities of the payments role. */
export interface IdentityActivities {
  /** Has the issuer sign every status list again. @returns how many there are. */
  renewStatusLists(): Promise<number>
}
