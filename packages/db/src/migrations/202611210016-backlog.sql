-- webhooks: the oldest delivery of an endpoint is found without looking at its whole backlog.
CREATE INDEX delivery_backlog ON delivery (endpoint_id, position) WHERE state = 'pending';
