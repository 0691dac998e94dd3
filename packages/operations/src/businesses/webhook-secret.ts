import type { KeyObject } from 'node:crypto'
import type { Context } from '../kernel/context.ts'
import { open, seal } from '../kernel/sealed-box.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const purpose = 'webhook-secret'

/** A new secret in the form of Standard Webhooks. */
export const newWebhookSecret = (ctx: Pick<Context, 'ids'>): string => `${PREFIX}${ctx.ids.bytes(SECRET_BYTES).toString('base64')}`

/** Seals the secret of an endpoint to the webhooks role. */
export const sealWebhookSecret = (publicKey: KeyObject, { endpointId, secret }: { endpointId: string; secret: string }): Buffer =>
  seal(publicKey, { purpose, rowId: endpointId }, secret)

/** Opens the secret of an endpoint with the private key of the webhooks role. @throws {SealBroken} */
export const openWebhookSecret = (privateKey: KeyObject, { endpointId, sealed }: { endpointId: string; sealed: Uint8Array }): string =>
  open(privateKey, { purpose, rowId: endpointId }, sealed).toString('utf8')
