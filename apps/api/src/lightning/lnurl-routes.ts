import { NotFound } from '@gateway/domain/kernel/error'
import { MSAT_PER_SAT } from '@gateway/domain/lightning/amounts'
import { LightningAway } from '@gateway/domain/lightning/errors'
import { MAX_COMMENT } from '@gateway/domain/lightning/lnurl'
import { countCharacters, findTextProblem } from '@gateway/contract/wire/text'
import { issueForAddress, readPayRequest, SENDABLE, verifyInvoice } from '@gateway/operations/lightning/lnurl/pay-request'
import type { ServerContext } from '../context.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'

/** What a wallet of a payer is told when it cannot pay (LUD-06). */
interface LnurlError {
  readonly status: number
  readonly reason: string
}

const shared = { method: 'GET', cors: true, countedAs: 'lnurl' } as const
/** Asked by some wallets beside each address; it counts in no limit of addresses. */
const probed = { method: 'GET', cors: true, countedAs: 'lnurl-probes' } as const
const HASH = /^[0-9a-f]{64}$/i
const AMOUNT = /^[1-9]\d{0,18}$/

/** The public addresses of LNURL: LUD-06, 12, 16 and 21. */
export const lnurlRoutes = (api: ServerContext): readonly Route[] => [
  {
    ...shared,
    path: '/.well-known/lnurlp/{username}',
    answer: ({ params }) => answering(async () => readPayRequest(api, { username: params['username'] ?? '' })),
  },
  { ...shared, path: '/lnurlp/{username}/callback', answer: (request) => answering(() => callBack(api, request)) },
  { ...shared, path: '/lnurlp/verify/{payment_hash}', answer: (request) => answering(() => verify(api, request)) },
  { ...probed, path: '/.well-known/keysend/{username}', answer: async () => nothing },
  { ...probed, path: '/.well-known/nostr.json', answer: async () => nothing },
]

async function callBack(api: ServerContext, { params, search }: ApiRequest): Promise<object> {
  const asked = new URLSearchParams(search)
  const username = params['username'] ?? ''
  const invoice = await issueForAddress(api, { username, amountMsat: readAmount(asked), comment: readComment(asked) })
  return { pr: invoice.paymentRequest, routes: [], verify: `${api.publicUrl}/lnurlp/verify/${invoice.paymentHash}` }
}

/** Whole satoshis, as millisatoshis. @throws {Refusal} */
function readAmount(asked: URLSearchParams): bigint {
  const amount = asked.get('amount') ?? ''
  const msat = AMOUNT.test(amount) ? BigInt(amount) : 0n
  if (msat >= SENDABLE.leastMsat && msat <= SENDABLE.mostMsat && msat % MSAT_PER_SAT === 0n) return msat
  throw new Refusal({ status: 400, reason: `amount must be whole satoshis, ${SENDABLE.leastMsat} to ${SENDABLE.mostMsat} millisatoshis` })
}

/** Null without a comment. @throws {Refusal} */
function readComment(asked: URLSearchParams): string | null {
  const comment = asked.get('comment') ?? ''
  if (countCharacters(comment) > MAX_COMMENT || findTextProblem(comment) !== undefined)
    throw new Refusal({ status: 400, reason: `comment must be a text of at most ${MAX_COMMENT} characters` })
  return comment === '' ? null : comment
}

async function verify(api: ServerContext, { params }: ApiRequest): Promise<object> {
  const paymentHash = params['payment_hash'] ?? ''
  if (!HASH.test(paymentHash)) throw new NotFound('invoice')
  const { state, preimage, paymentRequest } = await verifyInvoice(api, { paymentHash: paymentHash.toLowerCase() })
  return { status: 'OK', settled: state === 'settled', preimage, pr: paymentRequest }
}

class Refusal extends Error {
  readonly refusal: LnurlError
  constructor(refusal: LnurlError) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** An answer, or an error as LNURL writes it. Any other error is the gateway's own. */
async function answering(make: () => Promise<object>): Promise<Answer> {
  try {
    return json(200, await make())
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const headers = refusal.status === 503 ? { 'Retry-After': '5' } : {}
    return { ...json(refusal.status, { status: 'ERROR', reason: refusal.reason }), headers }
  }
}

function refusalOf(error: unknown): LnurlError | undefined {
  if (error instanceof Refusal) return error.refusal
  if (error instanceof NotFound) return { status: 404, reason: error.message }
  return error instanceof LightningAway ? { status: 503, reason: error.message } : undefined
}

const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })
const nothing: Answer = json(404, { status: 'ERROR', reason: 'There is nothing at this address' })
