<?php
/**
 * Signs people in to the service's console with their account on this site. The service redirects the browser here with
 * a signed request; WordPress asks for a sign-in, if nobody is signed in; and the browser returns with a signed
 * statement of who the user is, which is valid for a minute and for that one request.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Seconds for which the statement is valid: as long as a redirect takes. */
const STATEMENT_SECONDS = 60;

add_action( 'init', __NAMESPACE__ . '\\serve_sign_in', 20 );
add_action( 'admin_menu', __NAMESPACE__ . '\\add_console_link' );
add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			'tidings/v1',
			'/user',
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\serve_user',
				'permission_callback' => function () {
					return has_capability( wp_get_current_user(), LOOK_UP );
				},
				'args'                => array(
					'id' => array(
						'type'     => 'integer',
						'minimum'  => 1,
						'required' => true,
					),
				),
			)
		);
	}
);

/** The console in the admin menu, for users who may do something there. */
function add_console_link() {
	if ( connection() && capabilities_of( wp_get_current_user() ) ) {
		add_menu_page( __( 'Text messages', 'tidings' ), __( 'Text messages', 'tidings' ), 'read', console_url(), '', 'dashicons-smartphone', 58 );
	}
}

/**
 * The link to the console: through this site, which knows the address.
 *
 * @return string
 */
function console_url() {
	return home_url( '/?tidings_sign_in=console' );
}

/** What the browser came for, if it is one of these. */
function serve_sign_in() {
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- the service's signature, not a nonce, says that a request is one; the link to the console changes nothing.
	if ( ! isset( $_GET['tidings_sign_in'] ) || is_admin() || wp_doing_cron() ) {
		return;
	}
	nocache_headers();
	header( 'Referrer-Policy: no-referrer' );
	$state = text_from_query( 'tidings_sign_in' );
	if ( 'console' === $state ) {
		open_console();
	}
	$request = array(
		'state'     => $state,
		'return'    => text_from_query( 'tidings_return' ),
		'expires'   => text_from_query( 'tidings_expires' ),
		'signature' => text_from_query( 'tidings_signature' ),
	);
	// phpcs:enable
	$connection = connection();
	if ( ! $connection || ! is_sign_in_request( key_of( $connection['secret'] ), $request ) ) {
		apologize( __( 'This address does not come from the Tidings service that this site is connected with.', 'tidings' ), 400 );
	}
	if ( (int) $request['expires'] < time() ) {
		apologize( __( 'Signing in took too long. Go back to the console and begin again.', 'tidings' ), 400 );
	}
	$user = user_with_rights();
	// The service's own address, which only the service can sign. Not wp_safe_redirect(), which accepts only this site.
	wp_redirect( signed_return( key_of( $connection['secret'] ), $request, time() + STATEMENT_SECONDS, statement_of( $user ) ), 303, 'Tidings' ); // phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- see above.
	exit;
}

/** Redirects the browser to the console. */
function open_console() {
	$user    = user_with_rights();
	$answer  = call_service( principal_of( $user ), 'GET', '/session', null, array( 'timeout' => 5 ) );
	$session = data_of( $answer );
	if ( 200 !== $answer['status'] ) {
		apologize( html_entity_decode( $answer['message'], ENT_QUOTES ), 503 );
	}
	$public = $session['site']['public_url'] ?? null;
	$url    = is_string( $public ) && '' !== $public ? $public : connection()['url'];
	wp_redirect( untrailingslashit( $url ) . '/sign-in', 303, 'Tidings' ); // phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- the address of the service that an administrator has connected.
	exit;
}

/**
 * Whether this is a signed-in browser and not a program with a key: WooCommerce's keys sign a user in for every address
 * that contains "wp-json/wc/", without a second factor, and even if they may only read.
 *
 * @param \WP_User $user User.
 * @return bool
 */
function is_at_browser( $user ) {
	return $user->exists() && (int) wp_validate_auth_cookie( '', 'logged_in' ) === (int) $user->ID;
}

/**
 * The user of the browser, if they are signed in and have at least one of the API's capabilities. For others the
 * request ends here.
 *
 * @return \WP_User
 */
function user_with_rights() {
	$user = wp_get_current_user();
	$home = wp_parse_url( home_url() );
	$port = isset( $home['port'] ) ? ':' . $home['port'] : '';
	$here = $home['scheme'] . '://' . $home['host'] . $port . server_value( 'REQUEST_URI' );
	if ( ! is_at_browser( $user ) ) {
		wp_safe_redirect( wp_login_url( $here ), 303, 'Tidings' );
		exit;
	}
	if ( ! capabilities_of( $user ) ) {
		apologize(
			sprintf(
				/* translators: %s: login of the user */
				__( 'Your account, %s, has no right to do anything with text messages. An administrator grants rights to roles under Settings → Tidings.', 'tidings' ),
				$user->user_login
			),
			403,
			array(
				// Ends the present sign-in of the browser, which would otherwise answer again.
				'link_url'  => wp_login_url( $here, true ),
				'link_text' => esc_html__( 'Sign in with another account', 'tidings' ),
			)
		);
	}
	return $user;
}

/**
 * A user as the console's sign-in describes them.
 *
 * @param \WP_User $user User.
 * @return array
 */
function statement_of( $user ) {
	return array(
		'id'           => (int) $user->ID,
		'login'        => $user->user_login,
		'name'         => wp_specialchars_decode( $user->display_name, ENT_QUOTES ),
		'roles'        => array_values( $user->roles ),
		'capabilities' => capabilities_of( $user ),
		// Changes with the password, and the password cannot be guessed from it.
		'stamp'        => substr( hash_hmac( 'sha256', $user->user_pass, wp_salt( 'auth' ) ), 0, 32 ),
	);
}

/**
 * What a user may do now: the service queries this during their session.
 *
 * @param \WP_REST_Request $request Key `id`.
 * @return \WP_REST_Response|\WP_Error
 */
function serve_user( $request ) {
	$user = get_userdata( $request['id'] );
	if ( ! $user || ( is_multisite() && ! is_user_member_of_blog( $user->ID ) && ! is_super_admin( $user->ID ) ) ) {
		return new \WP_Error( 'tidings_no_user', __( 'This site has no such user.', 'tidings' ), array( 'status' => 404 ) );
	}
	$response = rest_ensure_response( statement_of( $user ) );
	$response->header( 'Cache-Control', 'no-store' );
	return $response;
}

/**
 * One value of the query, as it was sent.
 *
 * @param string $name Its name.
 * @return string '' where there is none.
 */
function text_from_query( $name ) {
	// phpcs:ignore WordPress.Security -- compared with a signature; nothing else is done with it.
	return isset( $_GET[ $name ] ) && is_string( $_GET[ $name ] ) ? wp_unslash( $_GET[ $name ] ) : '';
}

/**
 * A page that says why the sign-in cannot continue.
 *
 * @param string $message A sentence.
 * @param int    $status  Of HTTP.
 * @param array  $link    Keys `link_url` and `link_text` (HTML), of what can be done; empty for nothing.
 */
function apologize( $message, $status, $link = array() ) {
	wp_die( esc_html( $message ), esc_html__( 'Text messages', 'tidings' ), array( 'response' => (int) $status ) + $link );
}
