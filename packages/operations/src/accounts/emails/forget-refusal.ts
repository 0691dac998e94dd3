import { deleteRefusedAddress } from '@gateway/db/accounts/emails/refused-address-queries'
import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import { addressDigest } from './admit-email.ts'

/** Forgets that the mail server has refused an address for good, so that the next e-mail to it is tried. @returns false when it has not. */
export const forgetRefusal = (ctx: Pick<Context, 'orm'>, { address }: { address: string }): Promise<boolean> =>
  deleteRefusedAddress(ctx.orm.em.fork(), { digest: addressDigest(canonicalEmail(address)) })
