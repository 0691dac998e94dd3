import type { TestedRoom } from '../rooms.ts'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'
import { click, states } from '../screens/portal/scene.ts'
import { dueSeries, noSeries, pausedSeries, SERIES_ID, seriesAnswers } from './answers.ts'
import { seriesStories } from './stories.ts'

const home = `/b/${BUSINESS_ID}`
const series = `${home}/series/${SERIES_ID}`

/** What the tests that span all rooms know of series. */
export const seriesRoom: TestedRoom = {
  stories: seriesStories,
  answers: seriesAnswers,
  scenes: {
    ...states('series', `${home}/series`, [['series.list'], noSeries]),
    'series-none-found': { path: `${home}/series?status=paused`, told: noSeries },
    ...states('one-series', series, [['series.get', 'series.portal.calendar']]),
    'one-series-paused': { path: series, told: pausedSeries },
    'one-series-due': { path: series, told: dueSeries },
    'one-series-change': { path: series, act: click('Change…') },
    'one-series-pause': { path: series, act: click('Pause…') },
    'one-series-resume': { path: series, told: pausedSeries, act: click('Resume…') },
    'one-series-cancel': { path: series, act: click('Cancel series…') },
    'new-series': { path: `${home}/series/new` },
    'new-series-wrong': { path: `${home}/series/new`, act: click('Create series') },
  },
}
