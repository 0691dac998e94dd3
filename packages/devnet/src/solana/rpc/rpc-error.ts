/** An error that a node answers. Codes: `rpc-client-api/src/custom_error.rs` of Agave. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The codes that this node answers. */
export const rpcCodes = {
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  preflightFailure: -32_002,
  signatureFailure: -32_003,
  blockNotAvailable: -32_004,
  slotSkipped: -32_007,
  longTermSlotSkipped: -32_009,
  versionNotSupported: -32_015,
} as const
