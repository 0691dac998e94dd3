import type { EndpointSecrets } from '@gateway/db/webhooks/circuit-queries'
import { openWebhookSecret } from '../businesses/webhook-secret.ts'
import { SealBroken } from '../sealed-box.ts'
import type { WebhookContext } from './drain-endpoint.ts'

/** What a delivery is signed with: the present secret, and for a day after a rotation the one before. */
export interface OpenedSecrets {
  readonly secret: string
  readonly previousSecret?: string | undefined
}

/** Opens what signs the deliveries of an endpoint; undefined, with an alarm, when the present secret does not open. */
export function openSecrets(
  ctx: Pick<WebhookContext, 'webhookKey' | 'log'>,
  { id, sealedSecret, previousSealedSecret }: EndpointSecrets,
): OpenedSecrets | undefined {
  const open = (sealed: Uint8Array): string | undefined => {
    try {
      return openWebhookSecret(ctx.webhookKey, { endpointId: id, sealed })
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      ctx.log.error({ alarm: 'webhook_secret', endpointId: id }, 'the secret of an endpoint does not open')
      return undefined
    }
  }
  const secret = open(sealedSecret)
  return secret === undefined ? undefined : { secret, previousSecret: previousSealedSecret ? open(previousSealedSecret) : undefined }
}
