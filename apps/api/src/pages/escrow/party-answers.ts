import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { authenticateParty, type PartyOf } from '@gateway/operations/escrows/tokens/authenticate-party'
import { escrowPage } from '@gateway/pages/escrows/escrow-page'
import type { EscrowPageView } from '@gateway/pages/escrows/escrow-view'
import { escrowTokenPage } from '@gateway/pages/escrows/token-page'
import type { ServerContext } from '../../context.ts'
import type { Answer, ApiRequest } from '../../http/route.ts'
import { answerPage } from '../page-answer.ts'
import { formTokenOf } from './form-token.ts'
import { railFactsOf, readLog } from './page-facts.ts'
import { dropPartyToken, dropSurplusToken } from './party-cookie.ts'

/** Where the page of an escrow is. */
export const MANAGE_PATH = '/escrow/manage'

/** A request for the page of an escrow. */
export interface Turn {
  readonly api: ServerContext
  readonly request: ApiRequest
  readonly id: string
  readonly search: URLSearchParams
  /** The address of the requester. */
  readonly address: string
}

/** A request with the token that its browser keeps. */
export interface PartyTurn extends Turn {
  readonly token: string
}

/** A request whose token is that of a party. */
interface RecognisedTurn extends PartyTurn {
  readonly party: PartyOf
}

/** Undefined for a wrong token, and for an escrow that does not exist: the answer is the same. @throws {TooManyAttempts} */
export async function findParty({ api, id, token, address }: PartyTurn): Promise<PartyOf | undefined> {
  try {
    return await authenticateParty(api, { id, token, address })
  } catch (error) {
    if (error instanceof NotFound || error instanceof InvalidEscrowToken) return undefined
    throw error
  }
}

/** The page of the escrow as it is now, for whose token this is. */
export async function showEscrow(turn: PartyTurn, show: EscrowPageView['show'], status = 200): Promise<Answer> {
  const party = await findParty(turn)
  return party ? showTo({ ...turn, party }, show, status) : refuseToken(turn)
}

/** The page of the escrow for a party that has been recognised. */
export async function showTo(turn: RecognisedTurn, show: EscrowPageView['show'], status = 200): Promise<Answer> {
  const { api, request, id, token, party } = turn
  const log = await readLog(api, party)
  dropSurplusToken(request.message, request.reply, id)
  return answerPage(request, (look) => ({
    status,
    page: escrowPage({
      ...look,
      ...party,
      ...railFactsOf(api, party.escrow),
      log,
      now: api.clock.now(),
      query: queryOf(turn),
      formToken: formTokenOf(id, token),
      show,
    }),
  }))
}

/** Asks for a token, where the browser keeps none. */
export const askForToken = (turn: Turn, status = 200): Promise<Answer> =>
  answerPage(turn.request, (look) => ({ status, page: escrowTokenPage({ ...look, query: queryOf(turn), isRefused: false }) }))

/** Asks for another token; the browser forgets the one that opens nothing. */
export function refuseToken(turn: Turn): Promise<Answer> {
  dropPartyToken(turn.request.reply, turn.id)
  return answerPage(turn.request, (look) => ({ status: 403, page: escrowTokenPage({ ...look, query: queryOf(turn), isRefused: true }) }))
}

/** What the page's own address names; a token is never among it. */
function queryOf({ id, search }: Turn): Readonly<Record<string, string>> {
  const members = ['lang', 'do'].flatMap((name) => {
    const value = search.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { id, ...Object.fromEntries(members) }
}

/** 303: the browser asks for the page anew (RFC 9110 §15.4.4), in the language it had, without a token or a question. */
export function seeEscrow(turn: Turn): Answer {
  const { id, lang } = queryOf(turn)
  const members = new URLSearchParams({ id: id ?? '', ...(lang !== undefined && { lang }) })
  const headers = { Location: `${MANAGE_PATH}?${members.toString()}` }
  return { status: 303, type: 'text/plain; charset=utf-8', body: 'The escrow has a page.\n', headers }
}
