/** Characters of a DID. `did:jwk` of an RSA key, the longest in use, has about 600. */
export const MAX_DID_LENGTH = 1_000
/** Characters of the name that a merchant gives its DID. */
export const MAX_DISPLAY_NAME_LENGTH = 100
/** Characters of what a task receipt says of the task. */
export const MAX_TASK_DESCRIPTION_LENGTH = 2_000
/** Characters of an outcome, and of an action's type. */
export const MAX_WORD_LENGTH = 64
/** External DIDs that one merchant can link. */
export const MAX_LINKED_DIDS = 20
/** Bits of a status list (Bitstring Status List §6.1). */
export const STATUS_LIST_BITS = 131_072
/** Days for which a credential of reputation is valid. */
export const REPUTATION_CREDENTIAL_DAYS = 30
