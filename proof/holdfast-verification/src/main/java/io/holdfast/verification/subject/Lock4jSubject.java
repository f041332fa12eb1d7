package io.holdfast.verification.subject;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.End;
import io.holdfast.verification.history.Form;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** lock4j on RedisTemplate: refused callers ask again every 100 ms; without an expiry of its own it renews. */
final class Lock4jSubject implements Subject {

  private static final long RENEWED = -1;
  private static final long LONGEST_WAIT_MILLIS = 60_000;

  private final LettuceConnectionFactory connection;
  private final LockTemplate template = new LockTemplate();

  Lock4jSubject(String uri, Duration lease) {
    this.connection = PeerAddresses.spring(uri);
    Lock4jProperties properties = new Lock4jProperties();
    properties.setExpire(lease.toMillis());
    template.setProperties(properties);
    template.setExecutors(
        List.of(new RedisTemplateLockExecutor(new StringRedisTemplate(connection), properties)));
    try {
      template.afterPropertiesSet();
    } catch (Exception e) {
      throw new IllegalStateException("lock4j did not start", e);
    }
  }

  @Override
  public Set<Form> forms() {
    return EnumSet.of(Form.LOCK, Form.TIMED, Form.FIXED);
  }

  @Override
  public Optional<Grip> acquire(Request request) {
    boolean isFixed = request.form() == Form.FIXED;
    long wait = request.form() == Form.TIMED ? request.longest().toMillis() : LONGEST_WAIT_MILLIS;
    LockInfo info =
        template.lock(request.lock(), isFixed ? request.fixed().toMillis() : RENEWED, wait);
    long deadline = isFixed ? System.nanoTime() + request.fixed().toNanos() : Call.NEVER;
    return Optional.ofNullable(info).map(held -> new InfoGrip(template, held, deadline));
  }

  @Override
  public void close() {
    connection.destroy();
  }

  /**
   * A lock by its secret.
   *
   * @param template where it was taken
   * @param info with the secret
   * @param deadlineNanos when a fixed lease is over
   */
  private record InfoGrip(LockTemplate template, LockInfo info, long deadlineNanos)
      implements Grip {

    @Override
    public long token() {
      return 0;
    }

    @Override
    public Belief look() {
      return deadlineNanos == Call.NEVER ? Belief.blind() : Belief.until(deadlineNanos);
    }

    @Override
    public End release() {
      return template.releaseLock(info) ? End.RELEASED : End.LOST;
    }
  }
}
