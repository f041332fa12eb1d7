package io.holdfast.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a {@code Holdfast} as parameter, of its own for every test and connected to a real server;
 * or a {@code RedisServer}, to look at it or to break it. See {@link HoldfastExtension}.
 *
 * <pre>{@code
 * @WithHoldfast
 * class OrderServiceTest {
 *   @Test
 *   void book_twoAtATime_oneIsRefused(Holdfast holdfast) { … }
 * }
 * }</pre>
 *
 * <p>Beside {@code @SpringBootTest}, or whatever else starts a Spring application, the application has its locks there
 * too; the {@code Holdfast} of the parameter is then somebody else's.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(HoldfastExtension.class)
public @interface WithHoldfast {}
