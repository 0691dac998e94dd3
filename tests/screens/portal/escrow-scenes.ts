import type { Page } from 'playwright-core'
import { BUSINESS_ID } from './business-answers.ts'
import {
  disputedEscrow,
  disputedHistory,
  ESCROW_ID,
  escrowAnswers,
  noEscrows,
  settledEscrow,
  settledHistory,
  waitingEscrow,
  waitingHistory,
} from './escrow-answers.ts'
import { click, type Scene, states } from './scene.ts'
import { SERIES_ID } from '../../series/answers.ts'

const home = `/b/${BUSINESS_ID}`
const escrow = `${home}/escrows/${ESCROW_ID}`

/** Every page of escrows in every state, by name. */
export const escrowScenes: Readonly<Record<string, Scene>> = {
  ...states('escrows', `${home}/escrows`, [['escrows.portal.list'], noEscrows]),
  'escrows-none-found': { path: `${home}/escrows?q=nothing&status=funded`, told: noEscrows },
  ...states('escrow', escrow, [['escrows.portal.detail']]),
  'escrow-waiting': { path: escrow, told: { 'escrows.portal.detail': waitingEscrow, 'escrows.events': waitingHistory } },
  'escrow-disputed': { path: escrow, told: { 'escrows.portal.detail': disputedEscrow, 'escrows.events': disputedHistory } },
  'escrow-settled': { path: escrow, told: { 'escrows.portal.detail': settledEscrow, 'escrows.events': settledHistory } },
  'escrow-dispute': {
    path: escrow,
    told: {
      'escrows.portal.detail': {
        ...escrowAnswers['escrows.portal.detail'],
        escrow: { ...escrowAnswers['escrows.portal.detail'].escrow, metadata: { series_id: SERIES_ID, period: 3 } },
      },
    },
    act: click('Dispute…'),
  },
  'new-escrow': { path: `${home}/escrows/new` },
  'new-escrow-no-coin': { path: `${home}/escrows/new`, told: { 'escrows.portal.coins': { coins: [] } } },
  'new-escrow-wrong': {
    path: `${home}/escrows/new`,
    act: async (page) => {
      await page.getByLabel('Amount', { exact: true }).fill('1.234,50')
      await page.getByLabel('Metadata').fill('order A-1001')
      await click('Create escrow')(page)
    },
  },
  'new-escrow-tokens': { path: `${home}/escrows/new`, act: createEscrow },
}

async function createEscrow(page: Page): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill('0.05')
  await page.getByLabel('Depositor’s address').fill(escrowAnswers['escrows.portal.detail'].escrow.depositor_address ?? '')
  await page.getByLabel('Beneficiary’s address').fill(escrowAnswers['escrows.portal.detail'].escrow.beneficiary_address)
  await click('Create escrow')(page)
}
