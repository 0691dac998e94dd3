import { createServer } from 'node:http'
import { describeApi } from './openapi.ts'
import { appRouter } from './router.ts'
import { docsRoutes } from './docs/routes.ts'
import { testDeployment } from './docs/test-deployment.ts'
import { assetRoutes } from './pages/asset-routes.ts'
const d = describeApi(appRouter, 'https://pay.example')
const routes = [...docsRoutes(d, testDeployment, { onFailure: console.error }), ...assetRoutes()]
createServer(async (q, r) => {
  const u = new URL(q.url ?? '/', 'http://x')
  const route = routes.find((x) => x.path === u.pathname)
  if (!route) {
    r.statusCode = 404
    return r.end('none ' + u.pathname)
  }
  try {
    const t = performance.now()
    const a = await route.answer({ message: q, requestId: 'x', reply: { headers: {} } as never, params: {}, search: u.search.slice(1) })
    console.log(u.pathname, Math.round(performance.now() - t), 'ms')
    r.writeHead(a.status, { 'content-type': a.type ?? 'application/json', ...a.headers })
    r.end(a.body)
  } catch (e) {
    console.error(e)
    r.statusCode = 500
    r.end(String(e))
  }
}).listen(4555, '127.0.0.1')
