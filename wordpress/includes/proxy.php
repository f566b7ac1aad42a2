<?php
/**
 * The API within the site: /wp-json/svc/v1/… is forwarded to the service, with a signed statement of who calls. So is
 * /wp-json/wpsms/v1/…, once the plugin that served it is gone: the service can serve its API (TIDINGS_COMPAT).
 *
 * Not a route of WordPress's REST server: that would refuse bad JSON, answer bad credentials and handle HEAD, OPTIONS
 * and `_method` itself, each in another form than the API's.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

const TIMEOUT_SECONDS = 20;

/**
 * Headers that belong to one hop, or that the server sets again for its response; and those by which a compromised
 * service could take over the site: its cookies, its other pages, files of its web server.
 */
const NOT_PASSED_BACK = '/^(connection|keep-alive|transfer-encoding|content-length|content-encoding|upgrade|te|trailer|proxy-.*|date|server|status|set-cookie2?|clear-site-data|strict-transport-security|public-key-pins|service-worker-allowed|refresh|alt-svc|nel|report-to|reporting-endpoints|access-control-.*|x-accel-.*|x-sendfile|x-lighttpd-.*|x-litespeed-.*|x-powered-by|x-wp-nonce)$/i';

// Before rest_api_loaded(), whose priority is 10.
add_action( 'parse_request', __NAMESPACE__ . '\\serve_proxy', 9 );
add_filter(
	'rest_index',
	function ( $response ) {
		if ( connection() ) {
			$response->data['namespaces'][] = 'svc/v1';
		}
		return $response;
	}
);
add_filter(
	'woocommerce_rest_is_request_to_rest_api',
	function ( $is ) {
		if ( $is ) {
			do_action( 'tidings_request_to_woocommerce' );
		}
		return $is;
	},
	PHP_INT_MAX
);

/**
 * Answers and ends the request if it is for the API.
 *
 * @param \WP $wp The request as WordPress understood it.
 */
function serve_proxy( $wp ) {
	$route = isset( $wp->query_vars['rest_route'] ) ? '/' . ltrim( (string) $wp->query_vars['rest_route'], '/' ) : '';
	if ( ! preg_match( '#^/(svc|wpsms)/v1(/|$)#', $route ) || ( 0 === strpos( $route, '/wpsms' ) && has_wp_sms() ) ) {
		return;
	}
	if ( ! defined( 'REST_REQUEST' ) ) {
		// Application passwords are checked only then.
		define( 'REST_REQUEST', true );
	}
	allow_origin();
	$connection = connection();
	if ( ! $connection ) {
		refuse( 503, 'host_unavailable', __( 'This site is not connected with a Tidings service yet.', 'tidings' ) );
	}
	$target = target_from_request( $route );
	// The HTTP client would resolve it, and the request would leave the API.
	if ( preg_match( '#/(\.|%2e){1,2}(/|\?|$)#i', $target ) ) {
		refuse( 404, 'no_route', __( 'There is nothing at this address.', 'tidings' ) );
	}
	$method    = method_from_request( $route );
	$user      = caller();
	$principal = principal_of( $user );
	if ( $user->exists() && is_foreign_page( $method ) ) {
		refuse( 403, 'foreign_origin', __( 'The call came from a page of another site. Call from your server, or name that site with the filter allowed_http_origins.', 'tidings' ) );
	}
	// Before the body is read: a file may be larger than other calls.
	if ( $user->exists() && must_go_there( $method, $target ) ) {
		go_there( $connection, $method, $target, $principal );
	}
	// As PHP read it.
	$received = body_from_request( strtoupper( server_value( 'REQUEST_METHOD' ) ) );
	if ( null === $received ) {
		refuse( 413, 'payload_too_large', __( 'The call is too large. JSON may contain more fields than a multipart form.', 'tidings' ) );
	}
	list( $body, $type ) = $received;
	// The service may have no address that the caller can open: its errors are explained here as well.
	$headers = headers_from_request( $type ) + array( 'X-Tidings-Docs' => rest_url( 'svc/v1/docs/errors' ) );
	if ( ! $user->exists() ) {
		// The service answers it with 401, in its own words; callers whom WordPress has authenticated it need not
		// authenticate again.
		$headers += array_filter( array( 'Authorization' => authorization_from_request() ) );
	}
	$answer = send_signed( $connection, $method, $target, $body, $headers, $principal, TIMEOUT_SECONDS );
	if ( is_wp_error( $answer ) ) {
		refuse( 503, 'host_unavailable', __( 'The Tidings service does not answer at the moment. Try again; with the same Idempotency-Key nothing is sent twice.', 'tidings' ) );
	}
	pass_back( $answer, $method );
}

/**
 * Whether WP SMS itself serves its routes.
 *
 * @return bool
 */
function has_wp_sms() {
	return defined( 'WP_SMS_VERSION' ) || class_exists( 'WP_SMS', false ) || in_array( 'wp-sms/wp-sms.php', (array) get_option( 'active_plugins' ), true );
}

/**
 * Pages of other origins may call the API as they may call every REST route of the site, unless the site has restricted
 * that.
 */
function allow_origin() {
	if ( '' === get_http_origin() ) {
		return;
	}
	// Adds WordPress's filters.
	rest_get_server();
	if ( has_filter( 'rest_pre_serve_request', 'rest_send_cors_headers' ) ) {
		rest_send_cors_headers( null );
		header( 'Access-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key, Prefer, X-WP-Nonce' );
		header( 'Access-Control-Expose-Headers: Idempotency-Replayed, Location, Retry-After, X-Request-Id' );
	}
}

/**
 * Whether a browser reports that a page of another site makes it change something. A browser adds stored credentials to
 * such calls, WordPress accepts them, and a text cannot be taken back. This is checked where the caller is
 * authenticated: the service sees the signature, and none of these headers.
 *
 * @param string $method Upper case.
 * @return bool
 */
function is_foreign_page( $method ) {
	if ( in_array( $method, array( 'GET', 'HEAD', 'OPTIONS' ), true ) ) {
		return false;
	}
	$origin = server_value( 'HTTP_ORIGIN' );
	// The second check is needed because WordPress's own list has no ports.
	if ( '' !== $origin && ( is_allowed_http_origin( $origin ) || preg_replace( '#^https?://#', '', $origin ) === server_value( 'HTTP_HOST' ) ) ) {
		return false;
	}
	$site = server_value( 'HTTP_SEC_FETCH_SITE' );
	if ( 'same-origin' === $site ) {
		return false;
	}
	return '' !== $origin || ! in_array( $site, array( '', 'none' ), true );
}

/**
 * Who WordPress says the caller is: by application password, or by cookie and nonce, as for its own REST API.
 *
 * @return \WP_User May be nobody.
 */
function caller() {
	$user = wp_get_current_user();
	if ( ! $user->exists() && '' !== server_value( 'PHP_AUTH_USER' ) ) {
		// A plugin determined the current user before WordPress checked application passwords.
		wp_set_current_user( (int) wp_validate_application_password( false ) );
	}
	/** This filter is documented in wp-includes/rest-api/class-wp-rest-server.php */
	$verdict = apply_filters( 'rest_authentication_errors', null ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own.
	if ( is_wp_error( $verdict ) || may_be_woocommerce_key() ) {
		wp_set_current_user( 0 );
	}
	return wp_get_current_user();
}

/**
 * Whether the caller may have been authenticated by one of WooCommerce's keys. Until 11.1, WooCommerce takes every
 * request with "wp-json/wc/" anywhere in its address for one to its own API, so that even a read-only
 * key would authenticate a caller here.
 *
 * @return bool
 */
function may_be_woocommerce_key() {
	return did_action( 'tidings_request_to_woocommerce' ) && null === rest_get_authenticated_app_password() && ! is_at_browser( wp_get_current_user() );
}

/**
 * Whether the caller of one of the plugin's own routes may do what administrators may.
 *
 * @param string $capability Of WordPress.
 * @return bool
 */
function may_administer( $capability = 'manage_options' ) {
	return ! may_be_woocommerce_key() && current_user_can( $capability );
}

/**
 * Whether a call would occupy a PHP worker for long: streams of events, exports, imports, files; or makes the service
 * query this site, which it does not do while the site waits for its answer: users by name.
 *
 * @param string $method Upper case.
 * @param string $target Path and query.
 * @return bool
 */
function must_go_there( $method, $target ) {
	list( $path, $query ) = explode( '?', $target . '?', 3 );
	// As the service reads it.
	$path = untrailingslashit( rawurldecode( $path ) );
	if ( 0 !== strpos( $path, '/svc/' ) ) {
		return false;
	}
	if ( 'GET' === $method ) {
		// A stream stays one whatever the call accepts: here it would end as a call without an answer.
		return preg_match( '#^/svc/v1/(events|messages/[^/]+/progress|imports/[^/]+/errors)$#', $path )
			|| ( '/send/recipients' === substr( $path, -16 ) && ! preg_match( '/(^|&)kind=roles(&|$)/', $query ) )
			|| '/export' === substr( $path, -7 ) || (bool) preg_match( '/(^|&)format=csv(&|$)/', $query );
	}
	return 'POST' === $method && (bool) preg_match( '#/(imports?|media)$#', $path );
}

/**
 * Redirects the client to the service itself, with an address that is valid for a minute.
 *
 * @param array  $connection See connection().
 * @param string $method     Upper case.
 * @param string $target     Path and query.
 * @param array  $principal  Who calls.
 */
function go_there( $connection, $method, $target, $principal ) {
	$prefix = (string) wp_parse_url( $connection['url'], PHP_URL_PATH );
	$origin = substr( $connection['url'], 0, strlen( $connection['url'] ) - strlen( $prefix ) );
	status_header( 307 );
	nocache_headers();
	header( 'Content-Type: text/plain; charset=utf-8' );
	// Not wp_safe_redirect(): the service is on another host, and its address is a setting.
	header( 'Location: ' . $origin . signed_target( key_of( $connection['secret'] ), $method, $prefix . $target, time() + 60, encode_principal( $principal ) ) );
	exit;
}

/**
 * Returns the service's response.
 *
 * @param array  $answer Of wp_remote_request().
 * @param string $method Upper case.
 */
function pass_back( $answer, $method ) {
	$bytes  = wp_remote_retrieve_body( $answer );
	$status = (int) wp_remote_retrieve_response_code( $answer );
	// status_header() has no phrase for some codes, and then sets nothing.
	http_response_code( $status );
	header_remove( 'X-Powered-By' );
	if ( '' === wp_remote_retrieve_header( $answer, 'content-type' ) ) {
		ini_set( 'default_mimetype', '' ); // phpcs:ignore WordPress.PHP.IniSet.Risky -- else PHP says text/html of nothing.
	}
	foreach ( wp_remote_retrieve_headers( $answer ) as $name => $value ) {
		if ( preg_match( NOT_PASSED_BACK, $name ) ) {
			continue;
		}
		foreach ( (array) $value as $at => $one ) {
			// WordPress's CORS headers are kept beside the service's.
			header( $name . ': ' . $one, 0 === $at && 'vary' !== strtolower( $name ) );
		}
	}
	// Whatever is at the service's address: on this site its response is data, never a page that runs scripts or is
	// cached.
	header( 'X-Content-Type-Options: nosniff' );
	header( "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'; sandbox" );
	if ( '' === wp_remote_retrieve_header( $answer, 'cache-control' ) ) {
		header( 'Cache-Control: no-store' );
	}
	if ( 'HEAD' !== $method ) {
		// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- JSON of the service, sent as what it is, with nosniff.
		echo $bytes;
	}
	exit;
}

/**
 * An error of the site itself, in the API's format.
 *
 * @param int    $status  HTTP status.
 * @param string $code    From the API's catalog.
 * @param string $message A sentence.
 */
function refuse( $status, $code, $message ) {
	$request_id = 'req_' . str_replace( '-', '', wp_generate_uuid4() );
	http_response_code( $status );
	nocache_headers();
	header( 'Content-Type: application/json; charset=utf-8' );
	header( 'X-Content-Type-Options: nosniff' );
	header( 'X-Request-Id: ' . $request_id );
	if ( 503 === $status ) {
		header( 'Retry-After: 5' );
	}
	echo wp_json_encode(
		array(
			'status'     => 'error',
			'code'       => $code,
			'message'    => $message,
			'error'      => array(
				'code'    => $status,
				'message' => $message,
			),
			'data'       => array(
				'status'  => $status,
				'params'  => (object) array(),
				'details' => array(),
			),
			'request_id' => $request_id,
			'docs'       => rest_url( 'svc/v1/docs/errors' ) . '#' . $code,
		)
	);
	exit;
}
