import type { Escrow } from '@gateway/domain/escrows/escrow'
import { z } from 'zod'
import { escrowMembers, type SeenEscrow } from './escrows.ts'
import { memberOf, view } from './wire/objects/view.ts'

const Secret = z
  .string()
  .nullable()
  .meta({
    description:
      'This secret is answered once; null where a request without a credential is repeated under an idempotency key of fewer than 22 characters, which others can guess.',
    example: `esc_${'3f'.repeat(32)}`,
  })
const ManageUrl = Secret.meta({
  description:
    'The page on which this party sees the escrow and decides on it, with its token: the holder of this link can act for the party. It is answered once, and null where the token is.',
  example: `https://pay.example/escrow/manage?id=6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11&token=esc_${'3f'.repeat(32)}`,
})
const Address = z.string().meta({
  description: 'The deposit is sent to this address, which belongs to this escrow alone.',
  example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
})

/** The secrets of an escrow's parties, where they may not be repeated. */
export const noEscrowSecrets = {
  release_token: null,
  beneficiary_token: null,
  releaseToken: null,
  beneficiaryToken: null,
  depositor_manage_url: null,
  beneficiary_manage_url: null,
}

/** A new escrow and what its creator gets to know of it, once; `publicUrl` is the origin of its pages. */
export interface EscrowWithTokens extends SeenEscrow {
  readonly escrow: Escrow & { readonly address: string }
  readonly tokens: { readonly releaseToken: string; readonly beneficiaryToken: string }
  readonly publicUrl: string
}

const its = memberOf<EscrowWithTokens>()
const pageOf = ({ publicUrl, escrow }: EscrowWithTokens, token: string): string =>
  `${publicUrl}/escrow/manage?id=${escrow.id}&token=${token}`

/** A new escrow with the secrets of its parties, in an answer. */
export const createdEscrowView = view(
  {
    ...escrowMembers,
    escrow_address: its(Address, ({ escrow }) => escrow.address),
    release_token: its(Secret, ({ tokens }) => tokens.releaseToken),
    beneficiary_token: its(Secret, ({ tokens }) => tokens.beneficiaryToken),
    depositor_manage_url: its(ManageUrl, (created) => pageOf(created, created.tokens.releaseToken)),
    beneficiary_manage_url: its(ManageUrl, (created) => pageOf(created, created.tokens.beneficiaryToken)),
    escrowAddress: its(Address, ({ escrow }) => escrow.address),
    releaseToken: its(Secret, ({ tokens }) => tokens.releaseToken),
    beneficiaryToken: its(Secret, ({ tokens }) => tokens.beneficiaryToken),
  },
  { id: 'CreatedEscrow', description: 'A new escrow with the secrets of its parties.' },
)
