import { findDestination, type LightningDestination } from '@gateway/domain/lightning/destination'
import { InvalidDestination, InvalidSats, LightningAway } from '@gateway/domain/lightning/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { createHash } from 'node:crypto'
import { getGuarded } from '../../egress/get-guarded.ts'
import { schemeOf } from '../../egress/scheme-of.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { issueForAddress, SENDABLE } from '../lnurl/pay-request.ts'
import { addressHost } from '../wallets/see-wallets.ts'
import { readCallbackAnswer, readPayAnswer } from './lnurl-answers.ts'

type Address = Extract<LightningDestination, { kind: 'address' }>

/** The invoice that an address has given, and the hash that it has to carry. */
export interface ResolvedAddress {
  readonly paymentRequest: string
  readonly descriptionHash: string
}

/**
 * Has a Lightning Address give an invoice for an amount (LUD-16, LUD-06), once: it is stored before anything is booked. One of this service is given by its
 * own wallet. Whether the invoice has that amount and the hash of the metadata is checked when the node has read it.
 *
 * @throws {InvalidDestination} for an address that nobody has, or that gives no invoice. @throws {InvalidSats} beyond what it takes.
 * @throws {LightningAway} when its host does not answer.
 */
export async function resolveAddress(
  ctx: ApiContext,
  { address, amountMsat }: { address: Address; amountMsat: bigint },
): Promise<ResolvedAddress> {
  if (address.host === addressHost(ctx)) return ownInvoice(ctx, { username: address.username, amountMsat })
  const pay = readPayAnswer(await getJson(ctx, urlOf(ctx, address)))
  if (pay === undefined) throw new InvalidDestination('is no Lightning Address that can be paid')
  if (amountMsat < pay.minMsat || amountMsat > pay.maxMsat) throw beyond(pay)
  const callback = new URL(pay.callback)
  callback.searchParams.set('amount', String(amountMsat))
  const paymentRequest = readCallbackAnswer(await getJson(ctx, callback.toString()))
  const read = paymentRequest === undefined ? undefined : findDestination(paymentRequest)
  if (read?.kind !== 'invoice') throw new InvalidDestination('the address has given no invoice')
  return { paymentRequest: read.paymentRequest, descriptionHash: hashOf(pay.metadata) }
}

async function ownInvoice(ctx: ApiContext, { username, amountMsat }: { username: string; amountMsat: bigint }): Promise<ResolvedAddress> {
  if (amountMsat < SENDABLE.leastMsat || amountMsat > SENDABLE.mostMsat)
    throw beyond({ minMsat: SENDABLE.leastMsat, maxMsat: SENDABLE.mostMsat })
  const invoice = await issueForAddress(ctx, { username, amountMsat, comment: null }).catch((error: unknown) => {
    throw error instanceof NotFound ? new InvalidDestination('is no Lightning Address that can be paid') : error
  })
  return { paymentRequest: invoice.paymentRequest, descriptionHash: hashOf(invoice.lnurlMetadata ?? '') }
}

/**
 * Where the pay request of an address is.
 *
 * @throws {InvalidDestination} for a host that no URL has: a port above 65535, or a number at its end that makes it no address of IPv4 (WHATWG URL, 3.5).
 */
function urlOf({ egress }: ApiContext, { username, host }: Address): string {
  const url = URL.parse(`http://${host}`)
  if (url === null) throw new InvalidDestination('has a host that cannot exist')
  return `${schemeOf(url, egress.allow)}://${host}/.well-known/lnurlp/${username}`
}

/** The JSON of a success; undefined for anything else, a redirect among others. @throws {LightningAway} */
async function getJson({ egress }: ApiContext, url: string): Promise<unknown> {
  const answer = await getGuarded({ url, headers: { accept: 'application/json' }, allow: egress.allow })
  if (answer.problem !== undefined && refusedTargets.has(answer.problem))
    throw new InvalidDestination('the host of the address cannot be reached')
  if (answer.statusCode === null || answer.statusCode >= 500)
    throw new LightningAway('The host of the Lightning Address does not answer; nothing was done')
  if (answer.statusCode >= 300) return undefined
  try {
    return JSON.parse(answer.body)
  } catch {
    // Whatever is no JSON, a page of an error among others, is no answer of LNURL.
    return undefined
  }
}

const refusedTargets: ReadonlySet<string> = new Set(['malformed_url', 'not_https', 'userinfo', 'port', 'not_public', 'unresolvable'])

const beyond = ({ minMsat, maxMsat }: { readonly minMsat: bigint; readonly maxMsat: bigint }): InvalidSats =>
  new InvalidSats(`the address takes ${minMsat} to ${maxMsat} millisatoshis`)

const hashOf = (metadata: string): string => createHash('sha256').update(metadata).digest('hex')
