/** One request to the API, as it came and as it was answered. Keys are masked. */
export interface LoggedRequest {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  /** Of the header; undefined for the platform. */
  readonly account: string | undefined
  readonly idempotencyKey: string | undefined
  readonly version: string | undefined
  /** Query or body as sent, form-encoded; empty for an upload. */
  readonly form: string
  /** Undefined while no answer was sent, for instance because a fault closed the connection. */
  status: number | undefined
  replayed: boolean
  /** Carried out: it has changed what it should, whatever was answered. */
  executed: boolean
  fault: string | undefined
}
