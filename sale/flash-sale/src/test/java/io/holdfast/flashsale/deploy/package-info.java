/** The service as it runs elsewhere: the jar, the files in sale/deploy, the dashboards and alerts. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.deploy;
