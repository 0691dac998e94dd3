import { AddressUnchecked, InvalidAddress } from '@gateway/domain/custody/errors'
import { mayNameAddress } from '@gateway/domain/escrows/actions'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import { nameDepositor, readDepositor } from '@gateway/operations/escrows/decisions/name-depositor'
import type { AddressProblem } from '@gateway/pages/payments/refund/refund-view'
import type { Answer } from '../../http/route.ts'
import { formTokenOf, requireFormToken } from './form-token.ts'
import { findParty, type PartyTurn, refuseToken, seeEscrow, showEscrow, showTo } from './party-answers.ts'

const actions = ['check_address', 'name_address'] as const
type AddressAction = (typeof actions)[number]

/** True of the buttons that send the address of a depositor. */
export const isAboutAddress = (name: string): name is AddressAction => actions.some((action) => action === name)

/**
 * Checks the address where a depositor wants money back, and names it once the depositor has seen it again. It leads back to the page then, so that a
 * reload sends nothing again.
 *
 * @throws {HttpRefusal} 403 for a form of another page; {InvalidEscrowToken} for the other party; {TooManyAttempts}
 */
export async function nameByForm(turn: PartyTurn, action: AddressAction, form: URLSearchParams): Promise<Answer> {
  requireFormToken(form.get('form_token'), formTokenOf(turn.id, turn.token))
  // Wallets show addresses in groups; no address contains a space.
  const typed = (form.get('address') ?? '').replace(/\s+/gu, '')
  if (typed === '') return askAgain(turn, { typed, problem: 'missing' })
  try {
    return await steps[action](turn, typed)
  } catch (error) {
    if (error instanceof InvalidAddress) return askAgain(turn, { typed, problem: error.fault })
    if (error instanceof AddressUnchecked) return askAgain(turn, { typed, problem: 'unchecked' }, 503)
    if (error instanceof InvalidState) return showEscrow(turn, { step: 'overview', isOvertaken: true }, 400)
    throw error
  }
}

const askAgain = (turn: PartyTurn, wrong: { typed: string; problem: AddressProblem }, status = 400): Promise<Answer> =>
  showEscrow(turn, { step: 'overview', ...wrong }, status)

const steps: Readonly<Record<AddressAction, (turn: PartyTurn, typed: string) => Promise<Answer>>> = {
  async check_address(turn, typed) {
    const { api } = turn
    const party = await findParty(turn)
    if (!party) return refuseToken(turn)
    if (party.role !== 'depositor') throw new InvalidEscrowToken()
    if (!mayNameAddress(party.escrow, { role: party.role, now: api.clock.now() }))
      throw new InvalidState(party.escrow.state, 'name another address of the depositor')
    const address = await readDepositor(api, party.escrow, typed)
    // A contract commits to the address before anything is paid in, so nothing waits for the hold.
    const holdHours = party.escrow.payoutTermsId === null ? 0 : api.refundHoldHours
    return showTo({ ...turn, party }, { step: 'name', address, holdHours })
  },
  async name_address(turn, typed) {
    const { api, id, token, address } = turn
    await nameDepositor(api, { id, token, address, depositorAddress: typed })
    return seeEscrow(turn)
  },
}
