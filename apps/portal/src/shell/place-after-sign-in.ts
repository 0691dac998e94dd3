/** A page of the portal, or a sign-in to an app of somebody else that waits for its user. */
const PLACES = [/^\/dashboard(?:[/?#][^\\]*)?$/, /^\/oauth\/interaction\/[\w-]{1,64}$/]

/** A place that sign-in may lead to; undefined for any other, so that no link to the sign-in leads elsewhere (RFC 9700 §4.11). */
export const placeAfterSignIn = (place: string | undefined): string | undefined =>
  place !== undefined && PLACES.some((pattern) => pattern.test(place)) ? place : undefined
