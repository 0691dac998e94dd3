import { endIssuerRequest, lockWaitingRequest } from '@gateway/db/identity/issuer-request-queries'
import type { IssuerRequestEntity } from '@gateway/db/identity/issuer-request.entity'
import type { Em } from '@gateway/db/orm'
import type { IssuerRequestKind, IssuerWanted } from '@gateway/domain/identity/issuer-request'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { issueControl, issueReputation, issueSettlement } from '../credentials/issue-types.ts'
import { makeDid } from '../claims/make-did.ts'
import type { IssuerContext } from '../issuer-context.ts'

type Wanted<Kind extends IssuerRequestKind> = Extract<IssuerWanted, { readonly kind: Kind }>
type Request = Pick<IssuerRequestEntity, 'id' | 'merchantId'>

/** What each kind of request is answered with: the id of the credential that came of it, or null. */
type Answers = {
  readonly [Kind in IssuerRequestKind]: (em: Em, ctx: IssuerContext, asked: Request & { wanted: Wanted<Kind> }) => Promise<string | null>
}

const answers: Answers = {
  claim: makeDid,
  control: issueControl,
  credential: issueReputation,
  settlement: issueSettlement,
}

/** Does what a request asks for, in one transaction with its end; nothing where it was withdrawn or another process has done it. */
export async function takeRequest(ctx: IssuerContext, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (em) => {
    const request = await lockWaitingRequest(em, { id })
    if (!request) return
    // The entry of a kind reads what requests of that kind want, which a table of several cannot say.
    const answer = answers[request.kind] as (
      em: Em,
      ctx: IssuerContext,
      asked: Request & { wanted: IssuerWanted },
    ) => Promise<string | null>
    const { merchantId, wanted } = request
    const credentialId = await answer(em, ctx, { id, merchantId, wanted })
    await endIssuerRequest(em, { id, credentialId, refusal: null, endedAt: ctx.clock.now() })
    queueNotification(em, { channel: 'issuer_answered', payload: id })
  })
}
