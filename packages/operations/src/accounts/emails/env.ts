import { z } from 'zod'
import { derPublicKey } from '../../kernel/settings.ts'

/** The public address of the deployment. */
export const PublicUrlEnv = z.object({
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => text.replace(/\/+$/, ''))
    .meta({
      description:
        'Origin under which clients reach the api: issuer of merchants’ tokens, and where links in e-mails lead. The webhooks role needs it to send e-mails.',
      example: 'https://pay.example',
    }),
})

/** The key of those who queue e-mails and store webhook secrets, and cannot read them. */
export const SealingEnv = z.object({
  WEBHOOK_SEALING_KEY: derPublicKey('x25519').meta({
    description:
      'X25519 public key that webhook secrets and e-mails are sealed to: base64 of SPKI DER. The operator command needs it to e-mail a refund link.',
    example: 'MCowBQYDK2VuAyEA…',
  }),
})
