import { type Binding, bindingRefusals } from '@gateway/domain/identity/party'
import { z } from 'zod'
import { EscrowRoleView } from '../escrows.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { DidView } from './scalars.ts'

const its = memberOf<Binding>()

/** What became of the binding of the caller's DID to the role of its token. */
const escrowPartyView = view(
  {
    role: its(EscrowRoleView, 'role'),
    did: its(DidView.nullable().meta({ description: 'The DID that holds the role; null where nothing was bound.' }), ({ did }) => did),
    bound: its(
      z.boolean().meta({ description: 'The role belongs to your DID, once and for ever.', example: true }),
      ({ did }) => did !== null,
    ),
    reason: its(
      z.string().nullable().meta({ description: 'Why nothing was bound; null otherwise.', example: null }),
      ({ refusal }) => refusal && bindingRefusals[refusal],
    ),
  },
  { id: 'EscrowParty', description: 'The binding of a DID to a role of an escrow.' },
)

/** The member `party` of the answer to a call with a token; null without a credential. */
export const PartyMember = escrowPartyView.schema
  .nullable()
  .meta({ description: 'With a credential beside the token: the binding of your DID to its role. Null without one.', example: null })

/** The member `party` of an answer. */
export const presentParty = (binding: Binding | null): z.output<typeof PartyMember> => binding && escrowPartyView.present(binding)
