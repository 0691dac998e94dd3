import { countCharacters, findTextProblem } from '@gateway/contract/wire/text'
import type { EscrowAction } from '@gateway/domain/escrows/actions'
import type { Escrow } from '@gateway/domain/escrows/escrow'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import { InvalidState } from '@gateway/domain/kernel/error'
import { disputeEscrow } from '@gateway/operations/escrows/decisions/dispute-escrow'
import { refundEscrow } from '@gateway/operations/escrows/decisions/refund-escrow'
import { releaseEscrow } from '@gateway/operations/escrows/decisions/release-escrow'
import type { ReasonProblem } from '@gateway/pages/escrows/escrow-view'
import { HttpRefusal } from '../../http/errors/errors.ts'
import type { Answer } from '../../http/route.ts'
import { formTokenOf, requireFormToken } from './form-token.ts'
import { findParty, type PartyTurn, seeEscrow, showEscrow } from './party-answers.ts'

/**
 * Carries out what a party has confirmed, and leads back to the page, so that a reload sends nothing again.
 *
 * @throws {HttpRefusal} 403 for a form of another page; {InvalidEscrowToken} for an action that is not the party's; {TooManyAttempts}
 */
export async function decideByForm(turn: PartyTurn, action: EscrowAction, form: URLSearchParams): Promise<Answer> {
  requireFormToken(form.get('form_token'), formTokenOf(turn.id, turn.token))
  const reason = typedReason(form)
  const problem = problemOf(action, reason)
  if (problem !== undefined) return showEscrow(turn, { step: action, reason, problem }, 400)
  try {
    await decisions[action](turn, reason)
    return seeEscrow(turn)
  } catch (error) {
    if (!(error instanceof InvalidState)) throw error
    return answerOvertaken(turn, action, reason)
  }
}

/** Forms send line breaks as CR LF. @throws {HttpRefusal} 400 for a text that cannot be stored. */
function typedReason(form: URLSearchParams): string {
  const reason = (form.get('reason') ?? '').replaceAll('\r\n', '\n').trim()
  if (findTextProblem(reason) !== undefined) throw new HttpRefusal(NOT_TEXT)
  return reason
}

const NOT_TEXT = { status: 400, code: 'VALIDATION_ERROR', message: 'The reason cannot be stored' } as const
const MOST_CHARACTERS = 2_000

function problemOf(action: EscrowAction, reason: string): ReasonProblem | undefined {
  if (action === 'dispute' && reason === '') return 'missing'
  return countCharacters(reason) > MOST_CHARACTERS ? 'too_long' : undefined
}

const decisions: Readonly<Record<EscrowAction, (turn: PartyTurn, reason: string) => Promise<unknown>>> = {
  release: ({ api, id, token, address }) => releaseEscrow(api, { id, token, address }),
  refund: ({ api, id, token, address }, reason) => refundEscrow(api, { id, token, address, ...(reason !== '' && { reason }) }),
  dispute: ({ api, id, token, address }, reason) => disputeEscrow(api, { id, token, address, reason }),
}

/** A second press of the same button leads to the page like the first; any other decision came too late. */
async function answerOvertaken(turn: PartyTurn, action: EscrowAction, reason: string): Promise<Answer> {
  const party = await findParty(turn)
  if (party && hasResult(party.escrow, action, reason)) return seeEscrow(turn)
  return showEscrow(turn, { step: 'overview', isOvertaken: true }, 400)
}

const hasResult = ({ state, disputeReason }: Escrow, action: EscrowAction, reason: string): boolean =>
  results[action].includes(state) && (action !== 'dispute' || disputeReason === reason)

/** The states that an action leads to. */
const results: Readonly<Record<EscrowAction, readonly EscrowState[]>> = {
  release: ['released', 'settled'],
  refund: ['refunded'],
  dispute: ['disputed'],
}
