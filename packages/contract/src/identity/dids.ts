import type { LinkedDid, MerchantDid } from '@gateway/domain/identity/credential'
import { multibaseKey } from '@gateway/domain/identity/did'
import { MAX_DISPLAY_NAME_LENGTH } from '@gateway/domain/identity/limits'
import { z } from 'zod'
import { wireInput } from '../wire/names.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { oneLine } from '../wire/text.ts'
import { presentTime, Time } from '../wire/time.ts'
import { DidView, didName, PublicKey, Signature } from './scalars.ts'

/** A DID to claim, or one from elsewhere to link: a body that names one is a link, with a proof or without. */
export const ClaimDidInput = wireInput(
  z.object({
    displayName: oneLine(
      { min: 1, max: MAX_DISPLAY_NAME_LENGTH },
      { description: 'The public name of the new DID; it does not change.', example: 'Kestrel Prints' },
    ).optional(),
    did: didName('Links this DID of yours. Absent, your own DID is claimed.').optional(),
    publicKey: PublicKey.optional(),
    signature: Signature.optional(),
  }),
  { externalDid: 'did' },
).transform(({ displayName = null, did, publicKey, signature }, context) => {
  const hasProof = publicKey !== undefined && signature !== undefined
  if (!hasProof && (publicKey ?? signature) !== undefined)
    context.addIssue({ code: 'custom', path: [publicKey ? 'signature' : 'publicKey'], message: 'is required too' })
  else if (did !== undefined) return { link: { did, proof: hasProof ? { publicKey, signature } : null }, displayName }
  else if (!hasProof) return { link: null, displayName }
  else context.addIssue({ code: 'custom', path: ['did'], message: 'is required with a signature' })
  return z.NEVER
})
/** A claim (`link` is null), or a link. */
export type ClaimDidInput = z.output<typeof ClaimDidInput>

/** A DID of a merchant with those that it has linked. */
export interface SeenDid {
  readonly own: MerchantDid
  readonly linked: readonly LinkedDid[]
}

const Verified = z.boolean().meta({ description: 'The merchant has shown that it holds the key.', example: true })
const LinkedView = z
  .object({ did: DidView, verified: Verified })
  .meta({ id: 'LinkedDid', description: 'A DID from elsewhere; unverified ones carry no reputation.' })
const Linked = z.array(LinkedView).meta({ description: 'DIDs from elsewhere that the merchant has linked, oldest first.' })

const its = memberOf<SeenDid>()
const ownMembers = {
  did: its(DidView, ({ own }) => own.did),
  public_key: its(
    z.string().meta({
      description: 'The Ed25519 public key in multibase, as the DID ends.',
      example: 'z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
    }),
    ({ own }) => multibaseKey(own.publicKey),
  ),
  verified: its(z.literal(true).meta({ description: 'The service made it, and holds its key.', example: true }), () => true as const),
  display_name: its(
    z.string().nullable().meta({ description: 'The public name; null without one.', example: 'Kestrel Prints' }),
    ({ own }) => own.displayName,
  ),
  created_at: its(Time, ({ own }) => presentTime(own.createdAt)),
  linked_dids: its(Linked, ({ linked }) => linked.map(({ did, isVerified }) => ({ did, verified: isVerified }))),
}

/** The DID of the caller. */
export const ownDidView = view(ownMembers, { id: 'OwnDid', description: 'The DID of a merchant, whose key the service holds.' })

const Existing = z
  .boolean()
  .meta({ description: 'True where no DID was made: the merchant had one, or has linked another.', example: false })

/** The answer to a claim. */
export const ClaimedDidView = ownDidView.schema.extend({ existing: Existing }).meta({ title: 'Claimed' })

/** The answer to a link. */
export const LinkedDidView = z
  .object({
    did: DidView.meta({ description: 'The linked DID.', example: 'did:web:shop.example' }),
    verified: Verified.meta({ description: 'The proof was there and right.', example: true }),
    own_did: DidView.nullable().meta({ description: 'Your own DID; null before you claim one.', example: null }),
    linked_dids: Linked,
    existing: z.literal(true).meta({ description: 'A link makes no DID.', example: true }),
  })
  .meta({ title: 'Linked' })

/** A link that was made, with what the merchant has now. */
export interface MadeLink {
  readonly link: LinkedDid
  readonly own: MerchantDid | undefined
  readonly linked: readonly LinkedDid[]
}

/** The answer to a link. */
export const presentLink = ({ link, own, linked }: MadeLink): z.output<typeof LinkedDidView> => ({
  did: link.did,
  verified: link.isVerified,
  own_did: own?.did ?? null,
  linked_dids: linked.map(({ did, isVerified }) => ({ did, verified: isVerified })),
  existing: true,
})

/** The answer to a claim. */
export const presentClaim = (seen: SeenDid, isNew: boolean): z.output<typeof ClaimedDidView> => ({
  ...ownDidView.present(seen),
  existing: !isNew,
})
