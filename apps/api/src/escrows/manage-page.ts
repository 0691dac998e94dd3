import { EscrowRef } from '@gateway/contract/escrow-inputs'
import { actionsOf, type EscrowAction } from '@gateway/domain/escrows/actions'
import type { PartyOf } from '@gateway/operations/escrows/tokens/authenticate-party'
import type { EscrowPageView } from '@gateway/pages/escrows/escrow-view'
import type { ServerContext } from '../context.ts'
import { readForm } from '../http/bodies/read-form.ts'
import { clientAddressOf } from '../http/limits/client-address.ts'
import { requireSameOrigin } from '../http/require-same-origin.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'
import { admitParty, admitStranger } from '../pages/escrow/admit-party.ts'
import { decideByForm } from '../pages/escrow/decide-by-form.ts'
import { isAboutAddress, nameByForm } from '../pages/escrow/name-by-form.ts'
import {
  askForToken,
  findParty,
  MANAGE_PATH,
  type PartyTurn,
  refuseToken,
  seeEscrow,
  showTo,
  type Turn,
} from '../pages/escrow/party-answers.ts'
import { isTokenShaped, keepPartyToken, partyTokenOf } from '../pages/escrow/party-cookie.ts'

/**
 * The page of an escrow for its parties. A link with a token leads to the same page without one, and the browser keeps the token; the page shows
 * and decides by it.
 */
export const managePageRoutes = (api: ServerContext): Route[] => [
  { method: 'GET', path: MANAGE_PATH, cors: false, isCounted: true, answer: (request) => answering(api, request, look) },
  { method: 'POST', path: MANAGE_PATH, cors: false, answer: (request) => answering(api, request, answerForm) },
]

/** Answers for an id that can name an escrow. @throws {NotFound} for any other. */
async function answering(api: ServerContext, request: ApiRequest, answer: (turn: Turn) => Promise<Answer>): Promise<Answer> {
  const search = new URLSearchParams(request.search)
  const { id } = EscrowRef.parse({ id: search.get('id') ?? '' })
  return answer({ api, request, id, search, address: clientAddressOf(request.message, api.trustedProxies) })
}

/** Moves a token from the address into a cookie; shows the page without one. A cookie that is there is replaced only by a token that opens the escrow. */
async function look(turn: Turn): Promise<Answer> {
  const sent = turn.search.get('token')
  if (sent === null) return showOrAsk(turn)
  if (!isTokenShaped(sent)) admitStranger(turn)
  else if (await mayKeep({ ...turn, token: sent })) keepPartyToken(turn.request.reply, turn.id, sent)
  return seeEscrow(turn)
}

async function mayKeep(turn: PartyTurn): Promise<boolean> {
  const kept = partyTokenOf(turn.request.message, turn.id)
  if (kept !== undefined && kept !== turn.token) return (await admitParty(turn)) !== undefined
  admitStranger(turn)
  return true
}

/** The page, or the question for a token where the browser keeps none. */
async function showOrAsk(turn: Turn): Promise<Answer> {
  const token = partyTokenOf(turn.request.message, turn.id)
  if (token === undefined) {
    admitStranger(turn)
    return askForToken(turn)
  }
  const party = await admitParty({ ...turn, token })
  return party ? showTo({ ...turn, token, party }, stepOf(turn.search.get('do'), party)) : refuseToken(turn)
}

/** The question before an action where the party may take it now; else the escrow. */
function stepOf(asked: string | null, { escrow, role }: PartyOf): EscrowPageView['show'] {
  const step = actionsOf(escrow, role).find((action) => action === asked)
  return step === undefined ? { step: 'overview' } : { step }
}

const actions: ReadonlySet<string> = new Set<EscrowAction>(['release', 'refund', 'dispute'])
const isAction = (name: string): name is EscrowAction => actions.has(name)

/** The form for a token or for an address, or the decision of a party. */
async function answerForm(turn: Turn): Promise<Answer> {
  const { api, request, id } = turn
  requireSameOrigin(request.message, api.tokenKeys.issuer)
  const form = await readForm(request.message)
  const action = form.get('action') ?? ''
  if (!isAction(action) && !isAboutAddress(action)) return open(turn, (form.get('token') ?? '').trim())
  const token = partyTokenOf(request.message, id)
  if (token === undefined) return askForToken(turn, 403)
  return isAction(action) ? decideByForm({ ...turn, token }, action, form) : nameByForm({ ...turn, token }, action, form)
}

/** Keeps a token that opens the escrow. */
async function open(turn: Turn, token: string): Promise<Answer> {
  const party = await findParty({ ...turn, token })
  if (!party) return refuseToken(turn)
  keepPartyToken(turn.request.reply, turn.id, token)
  return seeEscrow(turn)
}
