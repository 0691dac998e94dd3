-- kernel: requests let through a limit, by window; nothing is lost with it but a minute of counting.
CREATE UNLOGGED TABLE rate_window (
  bucket text NOT NULL,
  started_at timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (bucket, started_at)
);
CREATE INDEX rate_window_age ON rate_window (started_at);

-- kernel: what was answered to a caller's own key, written in the transaction of what it answers.
CREATE TABLE kept_answer (
  scope text PRIMARY KEY CHECK (char_length(scope) = 64),
  fingerprint text NOT NULL CHECK (char_length(fingerprint) = 64),
  sealed text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX kept_answer_age ON kept_answer (created_at);
