import { startBrowser } from './support/browser.ts'
import { readFileSync } from 'node:fs'
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const pages = process.argv[2] ? process.argv[2].split(',') : ['', '/webhooks', '/statuses', '/goes-wrong', '/errors', '/plans', '/testing', '/go-live', '/reference', '/reference/payments', '/reference/businesses', '/reference/rates', '/reference/webhooks', '/reference/accounts', '/reference/service', '/reference/events', '/search?q=underpaid']
const looks = (process.argv[3] ?? '1280light,390dark,1280dark,390light').split(',')
const full = process.argv[4] !== 'fold'
const b = await startBrowser()
for (const look of looks) {
  const width = parseInt(look), colorScheme = look.replace(/\d+/, '') as 'light' | 'dark'
  const c = await b.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme, deviceScaleFactor: 1, bypassCSP: true, hasTouch: width === 390 })
  const p = await c.newPage()
  p.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') console.log('console', look, m.text()) })
  p.on('pageerror', (e) => console.log('pageerror', look, e.message))
  for (const page of pages) {
    await p.goto('http://127.0.0.1:4555/docs' + page)
    const wide = await p.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (wide > 0) console.log('WIDE', look, page, wide, await p.evaluate(`[...document.querySelectorAll('body *')].filter(e=>e.getBoundingClientRect().right>innerWidth+1 && !e.closest('pre') && !e.closest('.sr-only')).slice(0,5).map(e=>e.tagName+'.'+e.className+' '+(e.textContent||'').slice(0,40))`))
    if (look === '1280light' || look === '390dark' || look === '1280dark') {
      await p.evaluate(axe)
      await p.evaluate(`document.querySelectorAll('details').forEach(d=>d.open=true)`)
      const r = await p.evaluate(`axe.run(document, {resultTypes:['violations']}).then(r=>r.violations.map(v=>v.id+' '+v.nodes.length+' '+v.nodes[0].html.slice(0,160)+' | '+v.nodes[0].failureSummary.slice(0,200)))`) as string[]
      for (const v of r) console.log('AXE', look, page, v)
      await p.evaluate(`document.querySelectorAll('details').forEach(d=>d.open=d.matches('.status:first-of-type'))`)
    }
    await p.screenshot({ path: `/tmp/shots/${look}${(page || '/quick').replaceAll('/', '_').replace(/\?.*/, '')}.png`, fullPage: full, ...(full ? { clip: { x: 0, y: 0, width, height: Math.min(4200, await p.evaluate('document.documentElement.scrollHeight') as number) } } : {}) })
  }
  await c.close()
}
await b.close()
