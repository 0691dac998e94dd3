import type { Context } from '../../kernel/context.ts'
import { digestOf } from '../store/digest.ts'

const SECRET_BYTES = 32
const ID_BYTES = 16

/** A secret of a client: its text is shown once, and only the digest is stored. */
export interface ClientSecret {
  readonly text: string
  readonly digest: Buffer
}

/** A secret of 256 random bits, in characters that no library changes on the way (base64url). */
export function newClientSecret(ctx: Pick<Context, 'ids'>): ClientSecret {
  const text = ctx.ids.bytes(SECRET_BYTES).toString('base64url')
  return { text, digest: digestOf(text) }
}

/** What a client sends as its `client_id`: 32 hexadecimal digits, which every library passes on unchanged. */
export const newClientId = (ctx: Pick<Context, 'ids'>): string => ctx.ids.bytes(ID_BYTES).toString('hex')
