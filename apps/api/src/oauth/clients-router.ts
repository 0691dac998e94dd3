import {
  CreatedOauthClientView,
  CreateOauthClientInput,
  DeletedOauthClientView,
  ListOauthClientsInput,
  OauthClientListView,
  OauthClientRef,
  oauthClientView,
  presentCreatedClient,
  presentRotatedClientSecret,
  RotatedClientSecretView,
  UpdateOauthClientInput,
} from '@gateway/contract/oauth'
import { type CreatedClient, createClient } from '@gateway/operations/oauth/clients/create-client'
import { getOwnClient, listClients } from '@gateway/operations/oauth/clients/get-own-client'
import { removeClient } from '@gateway/operations/oauth/clients/remove-client'
import { rotateClientSecret } from '@gateway/operations/oauth/clients/rotate-client-secret'
import { updateClient } from '@gateway/operations/oauth/clients/update-client'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'

const example = { name: 'Blue Bottle Books', redirect_uris: ['https://shop.example/signed-in'], scopes: ['openid', 'email'] }

/** OAuth clients of a merchant. */
export const clientsRouter = router({
  create: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/oauth/clients',
        status: 201,
        tag: 'oauth',
        summary: 'Create an OAuth client',
        description:
          'The secret is shown only once; a public client has none. Clients belong to the merchant and have no mode. A merchant has at most 100: 400 `INVALID_STATE` beyond.',
        flat: 'client',
        example,
        errors: ['INVALID_STATE'],
      },
    })
    .input(CreateOauthClientInput)
    .output(z.object({ client: CreatedOauthClientView }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createClient(ctx, { actor: ctx.actor, terms: input, keep }),
        present: (created: CreatedClient) => ({ client: presentCreatedClient(created) }),
      }),
    ),

  list: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/oauth/clients',
        tag: 'oauth',
        summary: 'List OAuth clients',
        description: 'The clients of the merchant, newest first, without secrets.',
        list: true,
      },
    })
    .input(ListOauthClientsInput)
    .output(OauthClientListView)
    .query(async ({ ctx, input }) => {
      const { clients, total } = await listClients(ctx, { actor: ctx.actor, page: input })
      return { clients: clients.map(oauthClientView.present), total, limit: input.limit, offset: input.offset }
    }),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/oauth/clients/{id}',
        tag: 'oauth',
        summary: 'Get an OAuth client',
        description: 'By its `id` or its `client_id`, without its secret.',
        flat: 'client',
      },
    })
    .input(OauthClientRef)
    .output(z.object({ client: oauthClientView.schema }))
    .query(async ({ ctx, input }) => ({ client: oauthClientView.present(await getOwnClient(ctx, { actor: ctx.actor, name: input.id })) })),

  update: keyProcedure
    .meta({
      rest: {
        method: 'patch',
        path: '/api/oauth/clients/{id}',
        tag: 'oauth',
        summary: 'Update an OAuth client',
        description: 'Absent members stay unchanged. With fewer scopes, sign-ins that hold more end at once, with their tokens.',
        flat: 'client',
        example: { redirect_uris: ['https://shop.example/signed-in', 'http://localhost:3000/signed-in'] },
      },
    })
    .input(UpdateOauthClientInput)
    .output(z.object({ client: oauthClientView.schema }))
    .mutation(async ({ ctx, input }) => ({
      client: oauthClientView.present(await updateClient(ctx, { actor: ctx.actor, changes: input })),
    })),

  rotateSecret: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/oauth/clients/{id}/secret',
        tag: 'oauth',
        summary: 'Rotate the secret of an OAuth client',
        description:
          'The new secret is shown only once. The previous one is valid for 24 hours more. A public client has none: 400 `INVALID_STATE`.',
        errors: ['INVALID_STATE'],
      },
    })
    .input(OauthClientRef)
    .output(RotatedClientSecretView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => rotateClientSecret(ctx, { actor: ctx.actor, name: input.id, keep }),
        present: presentRotatedClientSecret,
      }),
    ),

  delete: keyProcedure
    .meta({
      rest: {
        method: 'delete',
        path: '/api/oauth/clients/{id}',
        tag: 'oauth',
        summary: 'Delete an OAuth client',
        description: 'Its secret, and everything that its users have allowed it, ends at once, with all its tokens.',
      },
    })
    .input(OauthClientRef)
    .output(DeletedOauthClientView)
    .mutation(async ({ ctx, input }) => ({
      client_id: await removeClient(ctx, { actor: ctx.actor, name: input.id }),
      deleted: true as const,
    })),
})
