import { isMainNetwork } from '@gateway/chains/definitions/main-networks'
import { NotFound } from '@gateway/domain/kernel/error'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import type { ServerContext } from '../../context.ts'
import type { Answer, ApiRequest } from '../../http/route.ts'

/** A request for the page of a link to a refund, with what was typed into its form; undefined before anything was. */
export interface Turn<Typed = string> {
  readonly api: ServerContext
  readonly request: ApiRequest
  readonly typed: Typed
}

/** The token of the link. */
export const tokenOf = ({ request }: Pick<Turn<unknown>, 'request'>): string => request.params['token'] ?? ''

/** Wallets show addresses in groups; no address and no transaction contains a space. */
export const withoutSpaces = (typed: string | null): string => (typed ?? '').replace(/\s+/gu, '')

/** True where the coins of a refund have no value. */
export const isTest = ({ asset, network }: { readonly asset: AssetCode; readonly network: string }): boolean =>
  !isMainNetwork({ chain: assetOf(asset).chain, network })

/** 303: the browser asks for the page anew (RFC 9110 §15.4.4), in the language it had. */
export function seePage(turn: Turn<unknown>, path: `/${string}`): Answer {
  const { search } = turn.request
  const location = `${path}/${encodeURIComponent(tokenOf(turn))}${search === '' ? '' : `?${search}`}`
  return {
    status: 303,
    type: 'text/plain; charset=utf-8',
    body: 'The answer is on the page of the link.\n',
    headers: { Location: location },
  }
}

/** Refunds of held money and refunds that the merchant pays have their links below one path: what is no link of the one may be one of the other. */
export async function eitherOf(held: () => Promise<Answer>, assisted: () => Promise<Answer>): Promise<Answer> {
  try {
    return await held()
  } catch (error) {
    if (error instanceof NotFound) return assisted()
    throw error
  }
}
