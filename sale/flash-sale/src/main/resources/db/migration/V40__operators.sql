-- What operators asked for: who, what, when, under which key, and how it ended. A row is written in the transaction of
-- the change it tells of, so there is neither a change without its row nor a key that is taken for nothing.
create table audit (
  id              bigint generated always as identity primary key,
  at              timestamptz not null default now(),
  actor           text        not null,
  action          text        not null,
  sale_id         bigint, -- no reference: it outlives the sale
  idempotency_key text,
  request         text        not null,
  -- NOTED: in the database, Redis perhaps not told yet. DONE: both. REPLAYED: asked again. REFUSED: nothing changed.
  outcome         text        not null check (outcome in ('NOTED', 'DONE', 'REPLAYED', 'REFUSED')),
  detail          text
);
create unique index audit_key_taken on audit (idempotency_key) where outcome in ('NOTED', 'DONE');
create index audit_of_sale on audit (sale_id, id desc);

-- The end of a sale, step by step: over, all written, forgotten by Redis, out of sight.
alter table sales
  add column closed_at    timestamptz,
  add column settled_at   timestamptz,
  add column forgotten_at timestamptz,
  add column archived_at  timestamptz;
create index sales_not_settled on sales (id) where settled_at is null;
create index sales_not_forgotten on sales (id) where forgotten_at is null;
create index orders_of_sale on orders (sale_id, accepted_at desc, id);
create index findings_of_sale on findings (sale_id, id desc);
