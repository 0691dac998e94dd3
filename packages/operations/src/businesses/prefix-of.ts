import { type Actor, apiKeyPrefix } from '@gateway/domain/accounts/merchant'

/** The displayable prefix of the API key that acts; null for a signed-in merchant. */
export const prefixOf = (actor: Actor): string | null => (actor.kind === 'key' ? apiKeyPrefix({ id: actor.keyId, mode: actor.mode }) : null)
