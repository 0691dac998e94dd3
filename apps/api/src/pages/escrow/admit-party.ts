import type { PartyOf } from '@gateway/operations/escrows/tokens/authenticate-party'
import { admit, countGuess, type Incoming } from '../../http/limits/admission.ts'
import { findParty, type PartyTurn, type Turn } from './party-answers.ts'

/**
 * The party that looks at its escrow, or undefined as of `findParty`. Looks with a right token count for this escrow alone, so that open pages keep
 * nobody at the same address from deciding; looks with any other count for the address.
 *
 * @throws {RateLimited} {TooManyAttempts}
 */
export async function admitParty(turn: PartyTurn): Promise<PartyOf | undefined> {
  const incoming = incomingOf(turn)
  admit(incoming, 'polling', turn.id)
  let party: PartyOf | undefined
  try {
    party = await findParty(turn)
    return party
  } finally {
    if (!party) countGuess(incoming, turn.id)
  }
}

/** Counts a look without a token for the address. @throws {RateLimited} */
export const admitStranger = (turn: Turn): void => admit(incomingOf(turn), 'default')

const incomingOf = ({ api, request, address }: Turn): Incoming => ({ limiter: api.limiter, reply: request.reply, address })
