import express from 'express'
import pg from 'pg'

// The least that a route with a database can be: one statement and no check of anything.
const [, , databaseUrl, port, poolSize] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize) })
const app = express()
app.use(express.json())
app.post('/rows', async (request, response) => {
  const { rows } = await pool.query('INSERT INTO bare (content) VALUES ($1) RETURNING id', [JSON.stringify(request.body)])
  response.status(201).json({ id: rows[0].id })
})
app.get('/rows/:id', async (request, response) => {
  const { rows } = await pool.query('SELECT content FROM bare WHERE id = $1', [request.params.id])
  response.json(rows[0].content)
})
app.listen(Number(port), '127.0.0.1')
