import type { KeyObject } from 'node:crypto'
import type { Context } from '../kernel/context.ts'

/** Dependencies of the role that signs; no other can open the keys of the service and of merchants. */
export interface IssuerContext extends Context {
  /** Seals private keys: 32 bytes. */
  readonly issuerKey: KeyObject
}
