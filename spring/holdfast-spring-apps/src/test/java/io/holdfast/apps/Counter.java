package io.holdfast.apps;

import io.holdfast.spring.locked.Locked;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** A counter that is read and then written: without the lock it loses what others count in between. */
@Component
class Counter {

  static final String KEY = "shop:counter";

  private final StringRedisTemplate redis;

  Counter(StringRedisTemplate redis) {
    this.redis = redis;
  }

  @Locked(name = "shop:counter-lock", waitTime = "30s")
  public int increment() {
    String seen = redis.opsForValue().get(KEY);
    int next = (seen == null ? 0 : Integer.parseInt(seen)) + 1;
    redis.opsForValue().set(KEY, Integer.toString(next));
    return next;
  }
}
