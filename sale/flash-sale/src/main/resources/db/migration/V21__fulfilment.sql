-- What fulfilment has to hear, written by whichever transaction changes the order.
create table outbox (
  id           bigint generated always as identity primary key,
  event_id     uuid        not null unique default gen_random_uuid(),
  sale_id      bigint      not null references sales on delete cascade,
  order_id     uuid        not null references orders on delete cascade,
  kind         text        not null,
  payload      text        not null,
  state        text        not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'DEAD')),
  created_at   timestamptz not null default now(),
  delivered_at timestamptz,
  tries        integer     not null default 0,
  due_at       timestamptz not null default now(),
  last_error   text
);
create index outbox_due on outbox (due_at) where state = 'WAITING';
create index outbox_of_order on outbox (order_id, id) where state <> 'DELIVERED';
create index outbox_dead on outbox (id) where state = 'DEAD';

create function note_for_fulfilment(the_order orders, what text) returns void language sql as $$
  insert into outbox (sale_id, order_id, kind, payload)
  select s.id, the_order.id, what, json_build_object(
           'id', the_order.id, 'sale', s.id::text, 'saleName', s.name, 'user', the_order.user_id,
           'quantity', the_order.quantity, 'priceCents', the_order.price_cents, 'status', the_order.status)::text
    from sales s where s.id = the_order.sale_id and not s.lab
$$;

-- A trigger, so that nobody who changes an order can forget it, or do it in another transaction.
create function order_changed() returns trigger language plpgsql as $$
begin
  perform note_for_fulfilment(new, 'order.' || lower(new.status));
  return null;
end
$$;
create trigger order_changed after update of status on orders
  for each row when (old.status is distinct from new.status and new.status <> 'AWAITING_PAYMENT')
  execute function order_changed();

create function money_returned() returns trigger language plpgsql as $$
begin
  perform note_for_fulfilment(o, 'order.refunded') from orders o where o.id = new.order_id;
  return null;
end
$$;
create trigger money_returned after insert on ledger
  for each row when (new.kind = 'RETURNED') execute function money_returned();
