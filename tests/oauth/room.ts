import type { Page } from 'playwright-core'
import type { TestedRoom } from '../rooms.ts'
import { click, states } from '../screens/portal/scene.ts'
import { CLIENT_ID, longClient, noApps, noClients, oauthAnswers, publicClient, rotatedClient } from './answers.ts'
import { oauthStories } from './stories.ts'

const client = `/oauth/${CLIENT_ID}`

async function register(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Kestrel Coffee')
  await page.getByLabel('Redirect addresses').fill('https://shop.kestrel.example/signed-in')
  await page.getByRole('button', { name: 'Create client' }).click()
}

/** What the tests that span all rooms know of OAuth clients. */
export const oauthRoom: TestedRoom = {
  stories: oauthStories,
  answers: oauthAnswers,
  scenes: {
    ...states('oauth-clients', '/oauth', [['oauth.clients.list'], noClients]),
    'oauth-new': { path: '/oauth/new' },
    'oauth-new-wrong': {
      path: '/oauth/new',
      act: async (page) => {
        await page.getByLabel('Redirect addresses').fill('http://shop.kestrel.example/')
        await page.getByRole('button', { name: 'Create client' }).click()
      },
    },
    'oauth-secret': { path: '/oauth/new', act: register },
    ...states('oauth-client', client, [['oauth.clients.get']]),
    'oauth-client-public': { path: client, told: publicClient },
    'oauth-client-long': { path: client, told: longClient },
    'oauth-client-long-edit': { path: client, told: longClient, act: click('Edit…') },
    'oauth-client-rotated': { path: client, told: rotatedClient },
    'oauth-client-edit': { path: client, act: click('Edit…') },
    'oauth-client-rotate': { path: client, act: click('Rotate secret…') },
    'oauth-client-delete': { path: client, act: click('Delete…') },
    ...states('connected-apps', '/connected-apps', [['oauth.consents.list'], noApps]),
    'connected-apps-leave': { path: '/connected-apps', act: click('Disconnect…') },
  },
}
