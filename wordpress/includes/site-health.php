<?php
/**
 * Whether the connection works: for the screen and for WordPress's Site Health.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_filter(
	'site_status_tests',
	function ( $tests ) {
		$tests['async']['tidings'] = array(
			'label'             => __( 'Tidings service', 'tidings' ),
			'test'              => rest_url( 'tidings/v1/site-health' ),
			'has_rest'          => true,
			'async_direct_test' => __NAMESPACE__ . '\\site_health',
		);
		return $tests;
	}
);
add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			'tidings/v1',
			'/site-health',
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\site_health',
				'permission_callback' => function () {
					return may_administer( 'view_site_health_checks' );
				},
			)
		);
	}
);

/**
 * Why the service cannot read users and numbers here, as far as the site itself can tell: its calls do not come from
 * this site's own.
 *
 * @return string A sentence for administrators; '' where nothing is known to be wrong.
 */
function fault_of_lookups() {
	$connection = connection();
	if ( ! $connection ) {
		return '';
	}
	$user = get_userdata( $connection['user'] );
	if ( ! $user || ! $user->has_cap( LOOK_UP ) ) {
		return __( 'The service cannot read numbers on this site: its user was deleted or has lost its role. Connect again.', 'tidings' );
	}
	if ( ! wp_is_application_passwords_available_for_user( $user ) ) {
		return passwords_off();
	}
	if ( ! in_array( PASSWORD_NAME, array_column( \WP_Application_Passwords::get_user_application_passwords( $user->ID ), 'name' ), true ) ) {
		return __( 'The service cannot read numbers on this site: its application password was revoked. Connect again.', 'tidings' );
	}
	return '';
}

/**
 * What is shown if nobody can sign in with an application password.
 *
 * @return string
 */
function passwords_off() {
	return __( 'Application passwords are switched off on this site. They need https; a security plugin may have switched them off, too.', 'tidings' );
}

/**
 * Requests the service's gateways, signed by the site: that checks address, code and clock at once. Whether the service
 * can call the site is checked first: an administrator has to mend that here.
 *
 * @param bool $page Whether a page waits for it.
 * @return array Keys `good`, `answers`, `message` and `sandbox`: whether texts reach no phone.
 */
function state_of_connection( $page = false ) {
	$fault = fault_of_lookups();
	if ( '' !== $fault ) {
		return array(
			'good'    => false,
			'answers' => true,
			'message' => $fault,
			'sandbox' => false,
		);
	}
	$answer = call_service( site_principal( 'svc_setting' ), 'GET', '/gateways', null, array( 'page' => $page ) );
	return state_by( $answer ) + array( 'sandbox' => is_sandboxed( $answer ) );
}

/**
 * Whether the service has no gateway other than its sandbox.
 *
 * @param array $answer Of call_service(), about the gateways.
 * @return bool False where it does not say.
 */
function is_sandboxed( $answer ) {
	return array( 'sandbox' ) === array_values( array_unique( array_column( items_of( $answer ), 'kind' ) ) );
}

/**
 * The credit, which the service reads from the provider within five seconds.
 *
 * @param array $principal The caller: a user with svc_setting.
 * @param int   $timeout   Seconds.
 * @return array Of call_service().
 */
function ask_credit( $principal, $timeout ) {
	$options = array(
		'timeout' => $timeout,
		'own'     => false,
	);
	return call_service( $principal, 'GET', '/credit', null, $options );
}

/**
 * What is shown if texts reach nobody.
 *
 * @return string
 */
function sandbox_warning() {
	return __( 'The service has no gateway yet: all texts stay in its sandbox, and no phone gets a text.', 'tidings' );
}

/**
 * What the response about the gateways shows, with the credit if there is one.
 *
 * @param array $answer Of call_service().
 * @return array Keys `good`, `answers` and `message`.
 */
function state_by( $answer ) {
	if ( 0 === $answer['status'] ) {
		return array(
			'good'    => false,
			'answers' => false,
			'message' => trim( $answer['message'] . ' ' . $answer['reason'] ),
		);
	}
	if ( 401 === $answer['status'] ) {
		$answered = data_of( $answer );
		if ( 'outdated' === ( $answered['signature'] ?? '' ) || ( $answered['signature_version'] ?? 2 ) > 2 ) {
			return array(
				'good'    => false,
				'answers' => true,
				'message' => __( 'The service is newer than this plugin and does not accept its signatures. Update the plugin.', 'tidings' ),
			);
		}
		if ( isset( $answered['signature'] ) && ! isset( $answered['signature_version'] ) ) {
			return array(
				'good'    => false,
				'answers' => true,
				'message' => __( 'The service is older than this plugin and does not support its signatures. Update the service.', 'tidings' ),
			);
		}
		return array(
			'good'    => false,
			'answers' => true,
			'message' => __( 'The service rejects the calls of this site: the secret differs there, or one of the two clocks is wrong by more than a minute. Connect again.', 'tidings' ),
		);
	}
	// Longer than the service waits for the provider.
	$answer = 200 === $answer['status'] ? ask_credit( site_principal( 'svc_setting' ), 7 ) : $answer;
	$credit = data_of( $answer );
	if ( 200 === $answer['status'] && isset( $credit['credit'], $credit['unit'] ) ) {
		/* translators: 1: amount, 2: unit, 3: name of the gateway */
		$message = sprintf( __( 'The service answers. Credit: %1$s %2$s at %3$s.', 'tidings' ), amount( $credit['credit'] ), $credit['unit'], $credit['gateway'] ?? '' );
	} else {
		/* translators: %s: sentence of the service */
		$message = sprintf( __( 'The service answers: %s', 'tidings' ), $answer['message'] );
	}
	return array(
		// There is no gateway yet, or it is down: that is no problem of the connection.
		'good'    => $answer['status'] < 500 || 502 === $answer['status'],
		'answers' => true,
		'message' => $message,
	);
}

/**
 * An amount in the format of the site's language.
 *
 * @param string $decimal As the service tells it: "1234.50".
 * @return string
 */
function amount( $decimal ) {
	return preg_match( '/^-?\d{1,15}(?:\.(\d{1,6}))?$/D', (string) $decimal, $parts )
		? number_format_i18n( (float) $decimal, strlen( $parts[1] ?? '' ) )
		: (string) $decimal;
}

/**
 * The test's result in the format of Site Health.
 *
 * @return array
 */
function site_health() {
	$state     = state_of_connection();
	$passwords = wp_is_application_passwords_available();
	$fault     = (string) get_option( ORDERS_FAULT );
	$status    = 'recommended';
	if ( ! connection() ) {
		$label = __( 'The Tidings service is not connected', 'tidings' );
	} elseif ( ! $state['answers'] ) {
		$status = 'critical';
		$label  = __( 'The Tidings service does not answer', 'tidings' );
	} elseif ( ! $passwords ) {
		$label = __( 'Application passwords are switched off', 'tidings' );
	} elseif ( '' !== fault_of_lookups() ) {
		$status = 'critical';
		$label  = __( 'The Tidings service cannot read this site’s numbers', 'tidings' );
	} elseif ( ! $state['good'] ) {
		$status = 'critical';
		$label  = __( 'The Tidings service rejects this site’s calls', 'tidings' );
	} elseif ( $state['sandbox'] ) {
		$label = __( 'Text messages stay in the sandbox', 'tidings' );
	} elseif ( '' !== $fault ) {
		$label = __( 'The Tidings service is not notified of all orders', 'tidings' );
	} else {
		$status = 'good';
		$label  = __( 'The Tidings service is connected', 'tidings' );
	}
	$sentences = array( $state['message'] );
	if ( connection() && ! $state['answers'] ) {
		$sentences[] = __( 'Until it does, the API on this site, forms and texts do not work. Texts about orders and posts wait and are sent later.', 'tidings' );
	}
	if ( $state['sandbox'] ) {
		$sentences[] = sandbox_warning();
	}
	if ( '' !== $fault ) {
		$sentences[] = $fault;
	}
	if ( ! $passwords ) {
		$sentences[] = passwords_off();
	}
	return array(
		'label'       => $label,
		'status'      => $status,
		'badge'       => array(
			'label' => __( 'Tidings', 'tidings' ),
			'color' => 'blue',
		),
		'description' => '<p>' . implode( '</p><p>', array_map( 'esc_html', array_unique( $sentences ) ) ) . '</p>',
		'actions'     => '<p><a href="' . esc_url( admin_url( 'options-general.php?page=tidings' ) ) . '">' . esc_html__( 'Check the connection', 'tidings' ) . '</a></p>',
		'test'        => 'tidings',
	);
}
