import { product } from '@gateway/pages/emails/product'
import type { Context } from '../../kernel/context.ts'

/** For whom passkeys are made: the host of the public address, and pages of its origin alone. Source: WebAuthn §5.1.2. */
export function relyingParty({ publicUrl }: Pick<Context, 'publicUrl'>): { rpName: string; rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpName: product, rpID: hostname, origin }
}
