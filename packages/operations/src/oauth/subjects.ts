import { keepSubject } from '@gateway/db/oauth/subject-queries'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { OauthContext } from './oauth-context.ts'

const SUBJECT_BYTES = 24

/** Whom relying parties know a merchant as: random, the same at each of them and for ever (OpenID Connect Core §8, `public`). */
export const subjectOf = (ctx: OauthContext, { merchantId }: { merchantId: MerchantId }): Promise<string> =>
  keepSubject(ctx.orm.em.fork(), { merchantId, subject: ctx.ids.bytes(SUBJECT_BYTES).toString('base64url'), at: ctx.clock.now() })
