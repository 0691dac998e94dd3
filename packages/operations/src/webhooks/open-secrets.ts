import type { EndpointSecrets } from '@gateway/db/webhooks/circuit-queries'
import { openWebhookSecret } from '../businesses/webhook-secret.ts'
import { SealBroken } from '../kernel/sealed-box.ts'
import type { WebhookContext } from './drain-endpoint.ts'

const NONE = Buffer.alloc(0)

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

/** What opens the secrets of an endpoint for one drain. */
export type SecretsOpener = (endpoint: EndpointSecrets) => OpenedSecrets | undefined

/**
 * Opens secrets as `openSecrets` does and keeps the last that opened for as long as they are the same: opening costs several times what signing does.
 *
 * What does not open is tried anew each time, so that it raises its alarm each time and works once it is mended.
 */
export function keepOpened(ctx: Pick<WebhookContext, 'webhookKey' | 'log'>): SecretsOpener {
  let last: { readonly endpoint: EndpointSecrets; readonly opened: OpenedSecrets } | undefined
  return (endpoint) => {
    if (last && areSame(last.endpoint, endpoint)) return last.opened
    const opened = openSecrets(ctx, endpoint)
    const isWhole = opened && (endpoint.previousSealedSecret === null || opened.previousSecret !== undefined)
    last = isWhole ? { endpoint, opened } : undefined
    return opened
  }
}

const areSame = (one: EndpointSecrets, other: EndpointSecrets): boolean =>
  one.id === other.id &&
  Buffer.compare(one.sealedSecret, other.sealedSecret) === 0 &&
  Buffer.compare(one.previousSealedSecret ?? NONE, other.previousSealedSecret ?? NONE) === 0
