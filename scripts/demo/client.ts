/** A response of the API, with the members that the demo reads. */
export type Answer = Readonly<Record<string, unknown>>

/** A payment as the API shows it. */
export interface ShownPayment {
  readonly id: string
  readonly status: string
  readonly blockchain: string
  readonly payment_address: string
  readonly crypto_amount: string
  readonly amount_received: string
  readonly amount_due: string
  readonly amount_refunded: string
  readonly exceptions: readonly string[]
  readonly expires_at: string
  readonly confirmed_at: string | null
  readonly merchant_amount: string | null
  readonly fee_amount: string | null
  readonly network_fee: string | null
  readonly confirmations: number
  readonly confirmations_required: number
  readonly tx_hash: string | null
  readonly forward_tx_hash: string | null
}

/** The API refused a call. `code` and `reason` are those of its answer. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly status: number
  readonly code: string
  readonly reason: string

  constructor(path: string, status: number, answer: unknown) {
    super(`${path} answered ${status}: ${JSON.stringify(answer)}`)
    // Every refusal of the API has both members.
    const { code, error } = answer as { code: string; error: string }
    this.status = status
    this.code = code
    this.reason = error
  }
}

/** Calls the API as a merchant's backend would. @throws {CallRefused} with the API's error message. */
export async function call<T = Answer>(api: string, request: { path: string; key?: string; body?: Answer }): Promise<T> {
  const { path, key, body } = request
  const response = await fetch(`${api}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new CallRefused(path, response.status, answer)
  // The demo trusts the documented shapes of its own API.
  return answer as T
}

/** Reads one payment. */
export const readPayment = async (api: string, key: string, id: string): Promise<ShownPayment> =>
  (await call<{ payment: ShownPayment }>(api, { path: `/payments/${id}`, key })).payment
