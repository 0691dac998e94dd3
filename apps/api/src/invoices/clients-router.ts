import { clientView } from '@gateway/contract/invoices/client-view'
import { CreateClientInput, ListClientsInput, UpdateClientInput } from '@gateway/contract/invoices/client-inputs'
import { ownClients } from '@gateway/db/invoices/queries'
import { getOwned, listOwned } from '@gateway/operations/businesses/owned/read-owned'
import { createClient, deleteClient, updateClient } from '@gateway/operations/invoices/clients/own-clients'
import { Id } from '@gateway/contract/wire/id'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { resource } from '../http/procedures/resource.ts'
import { keyProcedure, router } from '../trpc.ts'

const path = '/api/clients'
const clients = resource({ room: 'invoices', path, nouns: ['client', 'clients'], view: clientView })

/** Whom a business invoices. */
export const clientsRouter = router({
  create: clients
    .create(CreateClientInput, {
      description: 'An e-invoice needs the address of the client; invoices in drafts follow later changes.',
      example: {
        name: 'Beispiel AG',
        email: 'billing@client.example',
        language: 'de',
        address: { street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'AT' },
        tax_id: 'ATU12345678',
      },
      errors: ['NOT_IMPLEMENTED'],
    })
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createClient(ctx, { actor: ctx.actor, terms: input, keep }),
        present: clients.present,
      }),
    ),

  get: clients
    .get({ description: 'As it is now; an invoice that was sent has a copy.' })
    .query(async ({ ctx, input: { id } }) => clients.present(await getOwned(ctx, { of: ownClients, actor: ctx.actor, id }))),

  list: clients
    .list(ListClientsInput)
    .query(async ({ ctx, input }) => clients.page(input, await listOwned(ctx, { of: ownClients, actor: ctx.actor, filter: input }))),

  update: clients
    .update(UpdateClientInput, {
      description: 'Absent members stay unchanged, and an empty text clears one. Invoices that were sent keep their copy.',
      example: { email: 'accounts@client.example' },
    })
    .mutation(async ({ ctx, input }) => clients.present(await updateClient(ctx, { actor: ctx.actor, changes: input }))),

  remove: keyProcedure
    .meta({
      rest: {
        method: 'delete',
        path: `${path}/{id}`,
        tag: 'invoices',
        summary: 'Delete a client',
        description: 'Drafts lose it; invoices that were sent keep their copy.',
        errors: ['CONCURRENT_UPDATE'],
      },
    })
    .input(clients.ref)
    .output(z.object({ id: Id.meta({ description: 'The client had this id.' }), deleted: z.literal(true) }))
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteClient(ctx, { actor: ctx.actor, id })
      return { id, deleted: true as const }
    }),
})
