import { product } from '@gateway/pages/emails/product'
import type { Context } from '../../kernel/context.ts'

const LOOPBACK = '127.0.0.1'

/**
 * For whom passkeys are made: the host of the public address, and pages of its origin alone. Browsers make none for a numeric address: a gateway at
 * the loopback address of a developer is `localhost` to them. Source: WebAuthn §5.1.2.
 */
export function relyingParty({ publicUrl }: Pick<Context, 'publicUrl'>): { rpName: string; rpID: string; origin: string } {
  const url = new URL(publicUrl)
  if (url.hostname === LOOPBACK) url.hostname = 'localhost'
  return { rpName: product, rpID: url.hostname, origin: url.origin }
}
